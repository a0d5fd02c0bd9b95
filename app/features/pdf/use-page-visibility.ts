import { useEffect, useEffectEvent, useRef } from 'react';
import { visiblePart, type Part, type Spot } from '#app/features/pdf/layout.ts';
import { PageVisibility } from '#app/features/pdf/page-visibility.ts';

/** The interval at which visible pages are checked, in milliseconds. */
const refreshInterval = 250;

/** Reports which pages were seen (VIEW-03): at least half of a page visible for one second, in a tab that is in front. */
export function usePageVisibility(
  visible: () => ReadonlyMap<number, Part>,
  onSeen: (page: number) => void,
): void {
  const sight = useRef<PageVisibility>(null);
  const look = useEffectEvent((): void => {
    sight.current ??= new PageVisibility();
    const parts = document.visibilityState === 'visible' ? visible() : new Map<number, Part>();
    for (const page of sight.current.look(performance.now(), parts)) onSeen(page);
  });
  useEffect(() => {
    const timer = setInterval(look, refreshInterval);
    return () => clearInterval(timer);
  }, []);
}

/** Returns the parts of drawn pages that are inside both the scroller and the window. */
export function visibleParts(
  element: HTMLElement | null,
  { places }: { readonly places: readonly Spot[] },
  isDrawn: (page: number) => boolean,
): ReadonlyMap<number, Part> {
  const parts = new Map<number, Part>();
  if (!element) return parts;
  const box = element.getBoundingClientRect();
  const hiddenAbove = Math.max(0, -box.top);
  const window_ = {
    left: element.scrollLeft,
    right: element.scrollLeft + element.clientWidth,
    top: element.scrollTop + hiddenAbove,
    bottom: element.scrollTop + Math.min(element.clientHeight, window.innerHeight - box.top),
  };
  for (const [index, place] of places.entries()) {
    const part = visiblePart(place, window_);
    if (part && isDrawn(index + 1)) parts.set(index + 1, part);
  }
  return parts;
}
