/** A ref for what takes the focus when it replaces another step of a dialog: without it the focus would fall back to the top. */
export function focusOnArrival(node: HTMLElement | null): void {
  node?.focus();
}
