import { useEffect, useState } from 'react';

/** Gives the focus back to what had it before, when what took it goes away. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}

/** A ref for what takes the focus when it replaces another step of a dialog: without it the focus would fall back to the top. */
export function focusOnArrival(node: HTMLElement | null): void {
  node?.focus();
}
