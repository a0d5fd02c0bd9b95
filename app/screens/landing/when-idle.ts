/** How long the browser may look for a moment without work, in milliseconds. */
const longestDirectWait = 5000;

/** Calls back when the page is loaded and the browser has nothing to do; answers how to give it up. */
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
