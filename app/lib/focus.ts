import { useEffect, useState } from 'react';

/** Returns the focus to the element that had it before, when the element that took it is removed. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}

/**
 * A ref for the element that takes the focus when it replaces another step of a dialog: without it the focus would fall back
 * to the top.
 */
export function focusOnArrival(node: HTMLElement | null): void {
  node?.focus();
}
