/** What a PDF of the product says, for tests: text in its order, links, language and structure of a page. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A page of a PDF, and what holds for all of it. */
export interface PdfPage {
  readonly text: string;
  readonly links: readonly string[];
  readonly language: string | null;
  readonly tagged: boolean;
  readonly pages: number;
  /** The structure of the page as JSON, alternative texts included. */
  readonly structure: string;
}

/** Reads a PDF and one of its pages, the first unless said. */
export async function readPdf(bytes: Buffer, number = 1): Promise<PdfPage> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const page = await document.getPage(number);
  const content = await page.getTextContent();
  const annotations = (await page.getAnnotations()) as { url?: string }[];
  const { info } = (await document.getMetadata()) as { info: { Language?: string } };
  const marks: unknown = await document.getMarkInfo();
  const tree = await page.getStructTree();
  const read: PdfPage = {
    text: content.items
      .map((item) => ('str' in item ? item.str : ''))
      .join(' ')
      .replaceAll(/\s+/g, ' '),
    links: annotations.flatMap((annotation) => annotation.url ?? []),
    language: info.Language ?? null,
    tagged: marks instanceof Map && marks.get('Marked') === true,
    pages: document.numPages,
    structure: JSON.stringify(tree),
  };
  await document.loadingTask.destroy();
  return read;
}

/** The files that are attached to a PDF. */
export async function attachedTo(bytes: Buffer): Promise<readonly Buffer[]> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const attached = (await document.getAttachments()) ?? new Map<string, unknown>();
  const contents = await Promise.all([...attached.keys()].map((id) => document.getAttachmentContent(id)));
  return contents.flatMap((content) => (content ? [Buffer.from(content)] : []));
}
