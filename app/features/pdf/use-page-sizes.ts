import { useCallback, useEffect, useRef, useState } from 'react';
import type { DocumentProps } from 'react-pdf';
import type { PageSize } from '#app/features/pdf/layout.ts';

/** A document as react-pdf returns it. */
export type Pdf = Parameters<NonNullable<DocumentProps['onLoadSuccess']>>[0];

/** The number of sizes requested before the page is laid out again. */
const atOnce = 25;
/**
 * The number of page sizes that are requested when a long document opens. The others are requested when the reader comes near.
 */
const measuredAtFirst = 500;

async function sizeOf(pdf: Pdf, page: number): Promise<PageSize> {
  const { width, height } = (await pdf.getPage(page)).getViewport({ scale: 1 });
  return { width, height };
}

const numbersFrom = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** Sizes with some of them replaced. Returns the same array if nothing differs, so that nothing is laid out again. */
function replaced(sizes: readonly PageSize[], found: ReadonlyMap<number, PageSize>): readonly PageSize[] {
  const differs = [...found].some(([page, { width, height }]) => {
    const before = sizes[page - 1];
    return before?.width !== width || before.height !== height;
  });
  return differs ? sizes.map((size, index) => found.get(index + 1) ?? size) : sizes;
}

/**
 * Sizes of all pages: at first the size of the first page for all, then the actual sizes as they arrive. Null before the
 * first; `onFailed` is called when a page at the start cannot even be opened. `measure` requests the sizes around a page.
 */
export function usePageSizes(
  pdf: Pdf,
  onFailed: (error: unknown) => void,
): { readonly sizes: readonly PageSize[] | null; readonly measure: (page: number) => void } {
  const [sizes, setSizes] = useState<readonly PageSize[] | null>(null);
  const asked = useRef(new Set<number>());
  const put = useCallback((found: ReadonlyMap<number, PageSize>): void => {
    setSizes((before) => before && replaced(before, found));
  }, []);
  useEffect(() => {
    let over = false;
    const load = async (): Promise<void> => {
      const first = await sizeOf(pdf, 1);
      if (over) return;
      setSizes(Array.from({ length: pdf.numPages }, () => first));
      const last = Math.min(pdf.numPages, measuredAtFirst);
      for (let from = 2; from <= last && !over; from += atOnce) {
        const pages = numbersFrom(from, Math.min(last, from + atOnce - 1));
        const found = await Promise.all(pages.map(async (page) => [page, await sizeOf(pdf, page)] as const));
        if (!over) put(new Map(found));
      }
    };
    load().catch((error: unknown) => {
      if (!over) onFailed(error);
    });
    return () => {
      over = true;
    };
  }, [pdf, onFailed, put]);
  const measure = useCallback(
    (page: number): void => {
      const near = numbersFrom(
        Math.max(measuredAtFirst + 1, page - atOnce),
        Math.min(pdf.numPages, page + atOnce),
      ).filter((number) => !asked.current.has(number));
      if (near.length === 0) return;
      for (const number of near) asked.current.add(number);
      const measured = near.map(async (number) => [number, await sizeOf(pdf, number)] as const);
      // A page that cannot be opened shows its own error.
      void Promise.allSettled(measured).then((results) =>
        put(new Map(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])))),
      );
    },
    [pdf, put],
  );
  return { sizes, measure };
}
