import type { Page, Request } from '@playwright/test';
import { catalogue } from '#shared/contract/catalogue.ts';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';

/** What the page asked for since the last look. */
export interface Asked {
  readonly writes: readonly string[];
  readonly reads: readonly string[];
}

/** Watches what a page asks for; writes of a control that is tried are stopped at the browser's door. */
export interface Watch {
  /** From now on writes do not leave the browser. */
  readonly hold: () => void;
  /** From now on everything leaves the browser. */
  readonly letGo: () => void;
  /** What was asked for since {@link Watch.hold}. */
  readonly asked: () => Asked;
  /** True while an answer is awaited. */
  readonly busy: () => boolean;
}

/** Told by the clock and not by the person. */
const background = [
  '/api/session/activity',
  '/api/notifications',
  '/api/notifications/stream',
  '/api/auth/user',
];

const matchers = catalogue.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replaceAll(/:[A-Za-z]+/g, '[^/]+').replaceAll('*', '.*')}$`),
}));

/** The call of the contract that a request is; one with a fixed path before one with parameters. */
export function endpointOf(method: string, path: string): AnyEndpoint | undefined {
  const found = matchers.filter(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path));
  return found.toSorted((a, b) => count(a.endpoint.path) - count(b.endpoint.path))[0]?.endpoint;
}
const count = (path: string): number => path.split(':').length;

/** What keeps nothing may pass: it only tells what would happen. */
const isRead = (method: string, endpoint: AnyEndpoint | undefined): boolean =>
  method === 'GET' || (endpoint !== undefined && 'none' in endpoint.audit);

/** A change that is asked for as a preview is undone by the server itself. */
function isPreview({ url, postData }: { readonly url: string; readonly postData?: string }): boolean {
  if (new URL(url).searchParams.get('preview') === 'true') return true;
  if (postData?.startsWith('{') !== true) return false;
  return (JSON.parse(postData) as { preview?: unknown }).preview === true;
}

/** The calls that leave the page though they are links. */
const leaving = ['/api/logout', '/api/login'];

/** Begins to watch a page. */
export async function watchPage(page: Page, origin: string): Promise<Watch> {
  let holding = false;
  let writes: string[] = [];
  let reads: string[] = [];
  const waiting = new Set<Request>();
  // The browser's own protocol, since the runner's routes would switch the cache of the page's parts off.
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const { pathname } = new URL(request.url);
    // What is left meanwhile is not waited for.
    const pass = () => void session.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
    if (background.includes(pathname)) return pass();
    const endpoint = endpointOf(request.method, pathname);
    const line = `${request.method} ${endpoint?.path ?? `${pathname} (no call of the contract)`}`;
    if (leaving.includes(pathname)) {
      writes.push(line);
      return void session.send('Fetch.fulfillRequest', { requestId, responseCode: 204 });
    }
    if (isRead(request.method, endpoint) || isPreview(request)) {
      reads.push(line);
      return pass();
    }
    writes.push(`${line}${bodyFault(endpoint, request.postData)}`);
    // Nobody answers: the page waits until it is left, and nothing was changed for who comes next.
    if (!holding) pass();
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${origin}/api/*` }] });
  page.on('request', (request) => {
    if (!request.url().includes('/api/notifications/stream')) waiting.add(request);
  });
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  return {
    hold: () => {
      holding = true;
      writes = [];
      reads = [];
    },
    letGo: () => {
      holding = false;
      writes = [];
      waiting.clear();
    },
    asked: () => ({ writes: unique(writes), reads: unique(reads) }),
    // What is held is never answered.
    busy: () => writes.length === 0 && waiting.size > 0,
  };
}

const unique = (list: readonly string[]): string[] => [...new Set(list)].toSorted();

/** A request that the contract does not accept is no effect: what is wrong with it, or nothing. */
function bodyFault(endpoint: AnyEndpoint | undefined, text: string | undefined): string {
  if (endpoint?.body === undefined || endpoint.multipart !== undefined) return '';
  const result = endpoint.body.safeParse(text === undefined ? undefined : (JSON.parse(text) as unknown));
  return result.success ? '' : ` (not as the contract has it: ${result.error.issues[0]?.message ?? ''})`;
}
