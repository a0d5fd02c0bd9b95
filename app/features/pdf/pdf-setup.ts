import 'react-pdf/dist/Page/AnnotationLayer.css';
import 'react-pdf/dist/Page/TextLayer.css';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { pdfjs, type DocumentProps } from 'react-pdf';

// From their own origin, as the content security policy demands (SEC-02).
pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;

/** What the build puts beside the page; see vite.config.ts. */
const data = `/assets/pdfjs-${pdfjs.version}`;

/**
 * Options for reading documents: nothing is evaluated (this version of pdf.js cannot do so at all), no forms, no scripts,
 * and no WebAssembly, which would need an exception in the content security policy.
 */
export const documentOptions: NonNullable<DocumentProps['options']> = {
  cMapUrl: `${data}/cmaps/`,
  standardFontDataUrl: `${data}/standard_fonts/`,
  wasmUrl: `${data}/wasm/`,
  useWasm: false,
  enableXfa: false,
  // A few bytes can claim a picture of gigabytes: one that no scanner makes is left out, and the rest of its page is shown.
  maxImageSize: 150_000_000,
  // What is odd about a document is its author's matter; what fails is shown.
  verbosity: pdfjs.VerbosityLevel.ERRORS,
};
