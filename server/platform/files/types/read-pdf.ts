import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import {
  getDocument,
  OPS,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
// The worker of pdf.js. The library would search for it in its own folder, where it is missing once both are in one file
// (prepare-parsers.ts).
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';

/** The facts about a PDF after opening it. */
export type PdfFacts =
  | { readonly pages: number; readonly blank: boolean }
  | { readonly problem: 'password' | 'damaged' }
  | { readonly problem: 'page'; readonly page: number };

const chunkBytes = 64 * 1024;
/** Pages that are opened one by one; of longer documents these and the last. */
const pagesOpened = 500;

/** Gives the reader the requested parts, so that no file is completely in memory (MOD-07). */
class FileRange extends PDFDataRangeTransport {
  readonly #fd: number;

  constructor(fd: number, size: number) {
    super(size, part(fd, 0, Math.min(size, chunkBytes)));
    this.#fd = fd;
  }

  override requestDataRange(begin: number, end: number): void {
    const bytes = part(this.#fd, begin, end - begin);
    queueMicrotask(() => this.onDataRange(begin, bytes));
  }
}

function part(fd: number, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, readSync(fd, bytes, 0, length, position));
}

/** Opens a PDF and its pages. Only for the process of a parser: a hostile file uses all available time and memory (SEC-05). */
export async function readPdf(path: string): Promise<PdfFacts> {
  const fd = openSync(path, 'r');
  const range = new FileRange(fd, fstatSync(fd).size);
  const task = getDocument({
    range,
    disableStream: true,
    disableAutoFetch: true,
    rangeChunkSize: chunkBytes,
    verbosity: 0,
  });
  try {
    const document = await task.promise;
    const outcome = await openPages(document);
    return 'pages' in outcome ? { ...outcome, blank: await isBlank(document, fd) } : outcome;
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') return { problem: 'password' };
    return { problem: 'damaged' };
  } finally {
    await task.destroy();
    closeSync(fd);
  }
}

/** The result of {@link openPages}. */
type Opened =
  | { readonly pages: number }
  | { readonly problem: 'damaged' }
  | { readonly problem: 'page'; readonly page: number };

async function openPages(document: PDFDocumentProxy): Promise<Opened> {
  const { numPages } = document;
  if (numPages < 1) return { problem: 'damaged' };
  for (
    let page = 1;
    page <= numPages;
    page = page === pagesOpened ? Math.max(numPages, page + 1) : page + 1
  ) {
    try {
      (await document.getPage(page)).cleanup();
    } catch {
      // For the person who uploads, the number of the page is more useful than the reader's message.
      return { problem: 'page', page };
    }
  }
  return { pages: numPages };
}

/** The number of pages examined before a document is called blank; a longer one is accepted without that check. */
const pagesLookedAt = 50;

/** Returns whether all pages are empty: no text, no picture, no drawing. In doubt it is not blank. */
async function isBlank(document: PDFDocumentProxy, fd: number): Promise<boolean> {
  if (document.numPages > pagesLookedAt) return false;
  try {
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      if (items.some((item) => 'str' in item && item.str.trim() !== '')) return false;
      // Scans have no text. Their pictures are found without decoding them.
      if (number === 1 && hasPicture(fd)) return false;
      if (await isDrawnOn(page)) return false;
      page.cleanup();
    }
    return true;
  } catch {
    return false;
  }
}

/** Returns whether a picture is among the objects of a PDF: its dictionary is never packed or encrypted. */
function hasPicture(fd: number): boolean {
  const { size } = fstatSync(fd);
  const step = 1024 * 1024;
  // Parts overlap, so that a mark on their border is found.
  for (let position = 0; position < size; position += step) {
    if (/\/Image\b/.test(Buffer.from(part(fd, position, step + 16)).toString('latin1'))) return true;
  }
  return false;
}

const paints: ReadonlySet<unknown> = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.stroke,
  OPS.closeStroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
  OPS.shadingFill,
  OPS.paintInlineImageXObject,
  OPS.paintImageXObject,
  OPS.paintImageMaskXObject,
]);

/** Returns whether a page has painted content other than text, or an annotation. The first argument of a path says how it is painted. */
async function isDrawnOn(page: PDFPageProxy): Promise<boolean> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const painted = fnArray.some((operation, index) => {
    if (operation !== OPS.constructPath) return paints.has(operation);
    const args: unknown = argsArray[index];
    return Array.isArray(args) && paints.has(args[0]);
  });
  return painted || (await page.getAnnotations()).length > 0;
}
