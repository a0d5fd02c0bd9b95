import type { Page, Request } from '@playwright/test';
import { until } from '#tests/harness/poll.ts';

/** What a page has asked for and not got yet. */
export interface Calls {
  /** Waits until everything is answered and the page asks for nothing more; 'networkidle' comes once a load and never again. */
  readonly answered: () => Promise<void>;
}

/** So long nothing is asked for by a page that has what it shows, in milliseconds. */
const still = 100;

/** Watches the calls of a page from now on; the stream that tells of news never ends and does not count. */
export function watchCalls(page: Page): Calls {
  const open = new Set<Request>();
  let last = Date.now();
  const ended = (request: Request): void => {
    if (open.delete(request)) last = Date.now();
  };
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') return;
    open.add(request);
    last = Date.now();
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return {
    answered: async () => {
      await until('every call of the page is answered', () => open.size === 0 && Date.now() - last >= still, {
        timeout: 30_000,
      });
    },
  };
}
