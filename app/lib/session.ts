import {
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryObserverResult,
} from '@tanstack/react-query';
import { accountsContract } from '#shared/contract/accounts.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { homeContract } from '#shared/contract/home.ts';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import { call, keyOf } from '#app/lib/client.ts';

/** The signed-in person in the answer of `GET /api/auth/user` (DESIGN 'The wire'). */
export type SessionUser = ResponseOf<typeof accountsContract.currentUser>;

/** The time for which the current user counts as fresh (SPEC §7), in milliseconds. */
export const userFreshness = 300_000;

/** The state of the session: loading, signed in or not (SPEC §4 'Authentication'). */
export type Session =
  | { readonly status: 'loading' }
  | { readonly status: 'anonymous' }
  | { readonly status: 'failed'; readonly error: Error; readonly retry: () => void; readonly busy: boolean }
  | { readonly status: 'signedIn'; readonly user: SessionUser; readonly receivedAt: number };

const key = keyOf(accountsContract.currentUser, {});

/** The path of My Training: one call returns the current user and everything that the screen shows, before its code is loaded (PERF-03). */
const homePath = '/employee';

/**
 * Fetches the home, stores it for its screen and returns its person; null if that is not possible: behind a gate (AUTH-06),
 * or after a failure.
 */
async function openHome(client: QueryClient, signal: AbortSignal): Promise<SessionUser | null> {
  try {
    const home = await call(homeContract.own, { signal, expectUnauthorized: true });
    client.setQueryData(keyOf(homeContract.own, {}), home);
    return home.user;
  } catch (error) {
    if (signal.aborted || isUnauthorized(error)) throw error;
    // The screen repeats the request, and shows the error in place of its trainings.
    return null;
  }
}

/** Returns the query of the current user (SPEC §7): fresh for 300,000 ms, fetched again on focus, no retry. */
export function sessionQuery(client: QueryClient) {
  return queryOptions({
    queryKey: key,
    queryFn: async ({ signal }): Promise<SessionUser> => {
      // Only the first answer may mean that nobody is signed in; later it means that the session has ended (AUTH-12).
      const first = client.getQueryData(key) === undefined;
      const home = first && window.location.pathname === homePath ? await openHome(client, signal) : null;
      return home ?? call(accountsContract.currentUser, { signal, expectUnauthorized: first });
    },
    staleTime: userFreshness,
    refetchOnWindowFocus: true,
    // 'Not signed in' is an answer: another part of the page that needs it does not send the call again.
    retryOnMount: false,
    retry: false,
  });
}

/**
 * Returns the session that a fetch of the current user gives (SPEC §4). A person is signed in when the user is there and the
 * fetch did not fail with an error whose message contains 401. Such an error ends the loading at once.
 */
export function sessionOf({
  data,
  error,
  refetch,
  isFetching,
  dataUpdatedAt,
}: QueryObserverResult<SessionUser>): Session {
  if (error?.message.includes('401')) return { status: 'anonymous' };
  if (data) return { status: 'signedIn', user: data, receivedAt: dataUpdatedAt };
  if (error instanceof ApiError || error) {
    return { status: 'failed', error, retry: () => void refetch(), busy: isFetching };
  }
  return { status: 'loading' };
}

/** The session of this page. */
export function useSession(): Session {
  return sessionOf(useQuery(sessionQuery(useQueryClient())));
}

/** The signed-in person; only for screens behind the sign-in. */
export function useUser(): SessionUser {
  const session = useSession();
  if (session.status !== 'signedIn') throw new Error('This screen is for signed-in people only');
  return session.user;
}

/**
 * Returns true while a dialog covers every screen, and every other call is refused: a new password, or a second factor (AUTH-06,
 * AUTH-07, AUTH-19).
 */
export function isGated({ mustChangePassword, mustEnrolTwoFactor, mustGiveTwoFactor }: SessionUser): boolean {
  return mustChangePassword || mustEnrolTwoFactor || mustGiveTwoFactor;
}

/** Returns true while a signed-in person is known, outside of components. */
export function hasSession(client: QueryClient): boolean {
  return client.getQueryData(key) !== undefined;
}

/** Makes the answer of a sign-in the current user; the data of an earlier person is removed from the cache. */
export function enterSession(client: QueryClient, user: SessionUser): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== accountsContract.currentUser.id });
  client.setQueryData(key, user);
}

/** Fetches the current user again (SPEC §7: after profile update and password change). */
export function refreshSession(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: key });
}
