import { useEffect } from 'react';

/** Marks an element with `data-more` while it has content to its right that is visible only after scrolling. */
export function useMore(scroller: HTMLElement | null): void {
  useEffect(() => {
    if (!scroller) return undefined;
    const look = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = scroller;
      scroller.toggleAttribute('data-more', scrollLeft + clientWidth < scrollWidth - 1);
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(scroller);
    for (const child of scroller.children) sizes.observe(child);
    scroller.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      sizes.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, [scroller]);
}
