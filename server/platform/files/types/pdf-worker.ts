/** Reads the facts of PDFs in a thread of its own: a hostile one can neither stop the server nor take its memory. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { getDocument, PDFDataRangeTransport, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PdfAnswer, PdfQuestion } from '#server/platform/files/types/pdf-facts.ts';

const chunkBytes = 64 * 1024;
/** Pages that are opened one by one; of longer documents these and the last. */
const pagesOpened = 500;

/** Gives the reader the parts that it asks for, so that no file is held in memory whole (MOD-07). */
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

async function look(path: string): Promise<PdfAnswer['outcome']> {
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
    return await openPages(document);
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') return { problem: 'password' };
    return { problem: 'damaged' };
  } finally {
    await task.destroy();
    closeSync(fd);
  }
}

async function openPages(document: PDFDocumentProxy): Promise<PdfAnswer['outcome']> {
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
      // Which page it is says more to the person who uploads than the reader's own words.
      return { problem: 'page', page };
    }
  }
  return { pages: numPages };
}

async function answer({ id, path }: PdfQuestion): Promise<void> {
  const outcome = await look(path).catch((error: unknown) => ({ failure: String(error) }));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
  parentPort?.postMessage({ id, outcome } satisfies PdfAnswer);
}

parentPort?.on('message', (question: PdfQuestion) => void answer(question));
