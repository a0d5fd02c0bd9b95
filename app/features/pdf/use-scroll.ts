import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  anchorAt,
  pageGap,
  pageInView,
  pagesToDraw,
  scrollTopOf,
  type Anchor,
  type Frame,
  type Layout,
} from '#app/features/pdf/layout.ts';

/** The inside of an element in pixels, kept up to date; 0 × 0 before it is measured. */
export function useFrame(element: React.RefObject<HTMLElement | null>): Frame {
  const [frame, setFrame] = useState<Frame>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const place = element.current;
    if (!place) return undefined;
    const measure = (): void => setFrame({ width: place.clientWidth, height: place.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  }, [element]);
  return frame;
}

/** The meaning of the scroll position. */
export interface ScrollView {
  /** The reader's page. */
  readonly page: number;
  /** The pages to draw. */
  readonly drawn: readonly number[];
  readonly goTo: (page: number) => void;
  readonly onScroll: () => void;
}

/**
 * Opens the document at a page and returns which pages must be drawn. Keeps the spot at the upper edge in place while pages are
 * laid out again after zooming, new sizes or turning a phone.
 */
export function useScroll(
  scroller: React.RefObject<HTMLElement | null>,
  layout: Layout,
  frame: Frame,
  startPage: number,
): ScrollView {
  const anchor = useRef<Anchor | null>(null);
  const wanted = useRef(startPage);
  const [view, setView] = useState<{ page: number; drawn: readonly number[] }>({
    page: startPage,
    drawn: [],
  });
  const look = useCallback(() => {
    const element = scroller.current;
    if (!element || layout.places.length === 0) return;
    const page = pageInView(layout, element.scrollTop, frame);
    const drawn = pagesToDraw(layout, element.scrollTop, frame);
    setView((before) =>
      before.page === page && before.drawn.join() === drawn.join() ? before : { page, drawn },
    );
  }, [scroller, layout, frame]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || layout.places.length === 0 || frame.height === 0) return;
    const top = anchor.current ? scrollTopOf(layout, anchor.current) : startOf(layout, wanted.current);
    element.scrollTo({ top });
    anchor.current = anchorAt(layout, element.scrollTop);
    look();
  }, [scroller, layout, frame, look]);
  const goTo = useCallback(
    (page: number) => {
      scroller.current?.scrollTo({ top: startOf(layout, page) });
    },
    [scroller, layout],
  );
  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    anchor.current = anchorAt(layout, element.scrollTop);
    look();
  }, [scroller, layout, look]);
  useEffect(() => {
    wanted.current = view.page;
  }, [view.page]);
  return { ...view, goTo, onScroll };
}

function startOf(layout: Layout, page: number): number {
  return Math.max(0, scrollTopOf(layout, { page, share: 0 }) - pageGap);
}
