import 'react-pdf/dist/Page/AnnotationLayer.css';
import 'react-pdf/dist/Page/TextLayer.css';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { pdfjs, type DocumentProps } from 'react-pdf';

// From the same origin, as the content security policy requires (SEC-02).
pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;

/** The files that the build puts next to the page; see vite.config.ts. */
const data = `/assets/pdfjs-${pdfjs.version}`;

/**
 * The options for reading documents. Forms and scripts are off, and nothing is evaluated; this version of pdf.js cannot do so at
 * all. WebAssembly is off because it would need an exception in the content security policy.
 */
export const documentOptions: NonNullable<DocumentProps['options']> = {
  cMapUrl: `${data}/cmaps/`,
  standardFontDataUrl: `${data}/standard_fonts/`,
  wasmUrl: `${data}/wasm/`,
  useWasm: false,
  enableXfa: false,
  // A few bytes can claim a picture of gigabytes: a picture larger than any scanner creates is left out, and the rest of its page is shown.
  maxImageSize: 150_000_000,
  // Oddities of a document are its author's concern; failures are shown.
  verbosity: pdfjs.VerbosityLevel.ERRORS,
};
