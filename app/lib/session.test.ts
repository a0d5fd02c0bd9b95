import { environmentManager, focusManager, QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { accountsContract } from '#shared/contract/accounts.ts';
import { homeContract } from '#shared/contract/home.ts';
import { onUnauthorized, queryFor } from '#app/lib/client.ts';
import { createQueryClient } from '#app/lib/query.ts';
import {
  enterSession,
  userFreshness,
  refreshSession,
  sessionOf,
  sessionQuery,
  type Session,
  type SessionUser,
} from '#app/lib/session.ts';

const ann = { id: 'u_1', firstName: 'Ann' } as SessionUser;
const unauthorized = JSON.stringify({
  type: 'urn:x',
  title: 'x',
  status: 401,
  code: 'UNAUTHORIZED',
  detail: 'Unauthorized',
});

let client: QueryClient;
let watching: QueryObserver<SessionUser>;
let stop: () => void;
let calls: string[];
let answers: (() => Response | Promise<Response>)[];
let ended: number;

/** The page in its window: the product's own client, and what {@link useSession} asks it for. */
beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  calls = [];
  ended = 0;
  answers = [];
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path);
    return (answers.shift() ?? (() => Response.json(ann)))();
  });
  vi.stubGlobal('window', { location: { pathname: '/' } });
  onUnauthorized(() => (ended += 1));
  client = createQueryClient();
  client.mount();
  watching = new QueryObserver(client, sessionQuery(client));
});
afterEach(() => {
  stop();
  client.unmount();
  client.clear();
  focusManager.setFocused(undefined);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Shows the page and waits for what the server says first. */
async function arrive(): Promise<Session> {
  stop = watching.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  return now();
}
const now = (): Session => sessionOf(watching.getCurrentResult());

/** The person looks at another window for so long and comes back. */
async function away(milliseconds: number): Promise<void> {
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(milliseconds);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
}

describe('My Training opens with one call', () => {
  beforeEach(() => vi.stubGlobal('window', { location: { pathname: '/employee' } }));

  test('[PERF-03] which says who is there and is kept for the screen; later the person alone is asked for', async () => {
    const home = { user: ann, trainings: [], total: 0 };
    answers = [() => Response.json(home)];
    expect(await arrive()).toMatchObject({ status: 'signedIn', user: ann });
    expect(calls).toEqual(['/api/home']);
    expect(client.getQueryData(queryFor(homeContract.own).queryKey)).toEqual(home);
    await away(300_000);
    expect(calls).toEqual(['/api/home', '/api/auth/user']);
  });

  test('[PERF-03] [AUTH-12] nobody is signed in: one call says so', async () => {
    answers = [() => new Response(unauthorized, { status: 401 })];
    expect(await arrive()).toEqual({ status: 'anonymous' });
    expect(calls).toEqual(['/api/home']);
    expect(ended).toBe(0);
  });

  test('[PERF-03] [AUTH-06] behind a gate the person is asked for alone', async () => {
    answers = [() => new Response('{}', { status: 403 })];
    expect(await arrive()).toMatchObject({ status: 'signedIn', user: ann });
    expect(calls).toEqual(['/api/home', '/api/auth/user']);
  });
});

describe('the current user (SPEC §7)', () => {
  test('[AUTH-12] is fresh for 300000 ms, then fetched again when the window comes back', async () => {
    expect(userFreshness).toBe(300_000);
    expect(await arrive()).toMatchObject({ status: 'signedIn', user: { firstName: 'Ann' } });
    expect(calls).toEqual([accountsContract.currentUser.path]);
    await away(299_999);
    expect(calls.length).toBe(1);
    answers = [() => Response.json({ ...ann, firstName: 'Anna' })];
    await away(1);
    expect(calls.length).toBe(2);
    expect(now()).toMatchObject({ user: { firstName: 'Anna' } });
    // The next five minutes begin with that answer, and nothing is asked on a clock.
    await away(299_999);
    expect(calls.length).toBe(2);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(calls.length).toBe(2);
  });

  test.each([
    ['an answer of 503', () => new Response('', { status: 503, statusText: 'Service Unavailable' })],
    ['no answer at all', () => Promise.reject<Response>(new TypeError('fetch failed'))],
  ])('[AUTH-12] is not asked for again after %s until somebody retries', async (_, fails) => {
    answers = [fails];
    const session = await arrive();
    expect(session).toMatchObject({ status: 'failed', busy: false });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(calls.length).toBe(1);
    if (session.status === 'failed') session.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(now()).toMatchObject({ status: 'signedIn' });
    expect(calls.length).toBe(2);
  });

  test('[AUTH-01] [AUTH-12] 401 means nobody: at once, without a second call, and at first without the toast of an end', async () => {
    expect(now().status).toBe('loading');
    answers = [() => new Response(unauthorized, { status: 401 })];
    expect(await arrive()).toEqual({ status: 'anonymous' });
    // Another part of the page that asks does not send the call again.
    new QueryObserver(client, sessionQuery(client)).subscribe(() => undefined)();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect([calls.length, ended]).toEqual([1, 0]);
    enterSession(client, ann);
    expect(now()).toMatchObject({ status: 'signedIn' });
    // Who was known and is refused later has lost the session.
    answers = [() => new Response(unauthorized, { status: 401 })];
    await away(300_000);
    expect(now()).toEqual({ status: 'anonymous' });
    expect([calls.length, ended]).toEqual([2, 1]);
  });

  test('[AUTH-12] another failure later keeps who is signed in, and a change of the own account fetches anew', async () => {
    await arrive();
    answers = [() => new Response('', { status: 503 })];
    await away(300_000);
    expect(now()).toMatchObject({ status: 'signedIn' });
    answers = [() => Response.json({ ...ann, firstName: 'Anna' })];
    await refreshSession(client);
    expect(now()).toMatchObject({ user: { firstName: 'Anna' } });
    expect(calls.length).toBe(3);
  });
});
