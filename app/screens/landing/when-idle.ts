/** The longest time that the browser may wait for an idle moment, in milliseconds. */
const longestDirectWait = 5000;

/** Calls `act` when the page is loaded and the browser is idle; returns a function that cancels it. */
export function whenIdle(act: () => void): () => void {
  let giveUp = (): void => undefined;
  const wait = (): void => {
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(act, 1000);
      giveUp = () => clearTimeout(timer);
      return;
    }
    const asked = window.requestIdleCallback(act, { timeout: longestDirectWait });
    giveUp = () => window.cancelIdleCallback(asked);
  };
  if (document.readyState === 'complete') wait();
  else {
    window.addEventListener('load', wait, { once: true });
    giveUp = () => window.removeEventListener('load', wait);
  }
  return () => giveUp();
}
