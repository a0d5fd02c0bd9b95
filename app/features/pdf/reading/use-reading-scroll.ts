import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Spot } from '#app/features/pdf/layout.ts';

/** Returns the sections of the pages in a scroller, in their order. */
function sectionsOf(scroller: HTMLElement | null): readonly HTMLElement[] {
  return scroller ? [...scroller.querySelectorAll<HTMLElement>('article > section')] : [];
}

/** Returns the positions of the pages in the scrolled content, in pixels. */
export function spotsOf(scroller: HTMLElement | null): readonly Spot[] {
  return sectionsOf(scroller).map((section) => ({
    top: section.offsetTop,
    left: section.offsetLeft,
    width: Math.max(1, section.offsetWidth),
    height: Math.max(1, section.offsetHeight),
  }));
}

/** The reader's page, and the way to another one. */
export function useReadingScroll(
  scroller: React.RefObject<HTMLElement | null>,
  startPage: number,
): { readonly page: number; readonly goTo: (page: number) => void; readonly onScroll: () => void } {
  const start = useRef(startPage);
  const [page, setPage] = useState(startPage);
  const goTo = useCallback(
    (number: number) => {
      const section = sectionsOf(scroller.current)[number - 1];
      if (section) scroller.current?.scrollTo({ top: section.offsetTop });
      setPage(number);
    },
    [scroller],
  );
  useLayoutEffect(() => {
    if (start.current > 1) goTo(start.current);
  }, [goTo]);
  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const line = element.scrollTop + element.clientHeight / 3;
    const last = spotsOf(element).findLastIndex(({ top }) => top <= line);
    const isEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 2;
    const count = sectionsOf(element).length;
    setPage(isEnd && count > 0 && element.scrollTop > 0 ? count : Math.max(0, last) + 1);
  }, [scroller]);
  return { page, goTo, onScroll };
}
