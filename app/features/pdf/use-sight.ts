import { useEffect, useEffectEvent, useRef } from 'react';
import { visiblePart, type Layout, type Part } from '#app/features/pdf/layout.ts';
import { PageSight } from '#app/features/pdf/sight.ts';

/** How often it is looked what is visible, in milliseconds. */
const lookEvery = 250;

/**
 * Tells which pages were seen (VIEW-03): drawn, at least half of it inside both the scroller and the window for one
 * second, in a tab that is in front.
 */
export function useSight(
  scroller: React.RefObject<HTMLElement | null>,
  layout: Layout,
  isDrawn: (page: number) => boolean,
  onSeen: (page: number) => void,
): void {
  const sight = useRef<PageSight>(null);
  const look = useEffectEvent((): void => {
    const element = scroller.current;
    if (!element) return;
    sight.current ??= new PageSight();
    const visible =
      document.visibilityState === 'visible' ? visibleParts(element, layout, isDrawn) : new Map();
    for (const page of sight.current.look(performance.now(), visible)) onSeen(page);
  });
  useEffect(() => {
    const timer = setInterval(look, lookEvery);
    return () => clearInterval(timer);
  }, []);
}

function visibleParts(
  element: HTMLElement,
  { places }: Layout,
  isDrawn: (page: number) => boolean,
): ReadonlyMap<number, Part> {
  const box = element.getBoundingClientRect();
  const hiddenAbove = Math.max(0, -box.top);
  const window_ = {
    left: element.scrollLeft,
    right: element.scrollLeft + element.clientWidth,
    top: element.scrollTop + hiddenAbove,
    bottom: element.scrollTop + Math.min(element.clientHeight, window.innerHeight - box.top),
  };
  const parts = new Map<number, Part>();
  for (const [index, place] of places.entries()) {
    const part = visiblePart(place, window_);
    if (part && isDrawn(index + 1)) parts.set(index + 1, part);
  }
  return parts;
}
