import { useEffect, useState } from 'react';
import type { DocumentProps } from 'react-pdf';
import type { PageSize } from '#app/features/pdf/layout.ts';

/** A document as react-pdf hands it out. */
export type Pdf = Parameters<NonNullable<DocumentProps['onLoadSuccess']>>[0];

/** How many sizes are asked for before the page is laid out anew. */
const atOnce = 25;

async function sizeOf(pdf: Pdf, page: number): Promise<PageSize> {
  const { width, height } = (await pdf.getPage(page)).getViewport({ scale: 1 });
  return { width, height };
}

/**
 * Sizes of all pages: at first that of the first page for all, then the true ones as they come. Null before the first;
 * `onFailed` when a page cannot even be opened.
 */
export function usePageSizes(pdf: Pdf, onFailed: (error: unknown) => void): readonly PageSize[] | null {
  const [sizes, setSizes] = useState<readonly PageSize[] | null>(null);
  useEffect(() => {
    let over = false;
    const load = async (): Promise<void> => {
      const known: PageSize[] = [await sizeOf(pdf, 1)];
      const show = (): void => {
        const [first] = known;
        if (over || !first) return;
        setSizes(Array.from({ length: pdf.numPages }, (_, index) => known[index] ?? first));
      };
      show();
      while (!over && known.length < pdf.numPages) {
        const from = known.length + 1;
        const to = Math.min(pdf.numPages, from + atOnce - 1);
        const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
        known.push(...(await Promise.all(pages.map((page) => sizeOf(pdf, page)))));
        show();
      }
    };
    load().catch((error: unknown) => {
      if (!over) onFailed(error);
    });
    return () => {
      over = true;
    };
  }, [pdf, onFailed]);
  return sizes;
}
