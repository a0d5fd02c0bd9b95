import { expect, type Page } from '@playwright/test';

/** Watches a page for what must not happen (DESIGN rule 11). */
export interface Guard {
  /** Lets a refusal that the test asks for pass: `allow(401, '/api/auth/login')`. */
  readonly allow: (status: number, path: string) => void;
  /** Fails with everything that was seen. */
  readonly check: () => void;
}

/** Everything that a page may say without a test asking for it. */
const always: readonly (readonly [status: number, path: string])[] = [
  // The first question, whether anybody is signed in, has 401 for an answer.
  [401, '/api/auth/user'],
  [401, '/api/home'],
];

/**
 * Collects console errors, uncaught errors, violations of the content security policy and answers of 500 and above;
 * the browser's own line about a refused call counts unless it was allowed.
 */
export function guardPage(page: Page): Guard {
  const seen: string[] = [];
  const allowed = [...always];
  page.on('pageerror', (error) => seen.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const text = message.text();
    const status = /status of (\d{3})/.exec(text)?.[1];
    const { url } = message.location();
    const path = URL.canParse(url) ? new URL(url).pathname : '';
    if (status !== undefined && allowed.some(([code, part]) => code === Number(status) && path === part))
      return;
    seen.push(`${message.type()}: ${text} ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() < 500) return;
    const path = new URL(response.url()).pathname;
    if (!allowed.some(([code, part]) => code === response.status() && path === part)) {
      seen.push(`answer ${response.status()}: ${response.url()}`);
    }
  });
  return {
    allow: (status, path) => void allowed.push([status, path]),
    check: () => expect(seen, 'what the page must not say or receive').toEqual([]),
  };
}
