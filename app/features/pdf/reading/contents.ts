import { pdfjs } from 'react-pdf';
import type { PageContent } from '#app/features/pdf/reading/page-content.ts';
import { readPage } from '#app/features/pdf/reading/read-page.ts';
import type { Pdf } from '#app/features/pdf/use-page-sizes.ts';

const known = new WeakMap<Pdf, Map<number, Promise<PageContent>>>();

/** Returns the content of a page; it is read once per document and page. */
export function contentOf(pdf: Pdf, page: number): Promise<PageContent> {
  const pages = known.get(pdf) ?? new Map<number, Promise<PageContent>>();
  known.set(pdf, pages);
  const content = pages.get(page) ?? readPage(pdf, page, pdfjs.OPS);
  pages.set(page, content);
  return content;
}
