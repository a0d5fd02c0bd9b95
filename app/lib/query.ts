import {
  hashKey,
  QueryClient,
  useMutation,
  useQueryClient,
  type MutateOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { AnyEndpoint, ResponseOf } from '#shared/contract/endpoint.ts';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import { call, isStaleAfter, loosen, type CallOptions, type LooseOptions } from '#app/lib/client.ts';
import { showToast, type ToastRow } from '#app/lib/toasts.ts';
import { explainReason } from '#app/lib/reasons.ts';

/** The client of TanStack Query with the defaults of SPEC §7: no retry, no refetch on focus, no polling, never stale. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // A call to 127.0.0.1 works without a network; the browser's own guess must not block calls.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Marks every cached answer that shows data changed by the command: it is fetched again when it is shown, now or later. */
export function refetchAfter(client: QueryClient, command: AnyEndpoint): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => isStaleAfter(queryKey, command) });
}

/**
 * Returns a function that fetches all shown data that the commands change, as the contract declares it (SHELL-12). {@link useCommand} does
 * so automatically; this is for commands that are sent in another way, and for changes by other people in the meantime.
 */
export function useInvalidate(): (...commands: readonly AnyEndpoint[]) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (...commands) => {
      await Promise.all(commands.map((command) => refetchAfter(client, command)));
    },
    [client],
  );
}

/** Callbacks around the call of a command. */
export interface CommandOptions<E extends AnyEndpoint> {
  /** Toast of success, or a function that creates it from the answer. */
  readonly success?: ToastRow | ((answer: ResponseOf<E>) => ToastRow);
  readonly successValues?: (answer: ResponseOf<E>) => Record<string, string | number>;
  /** Toast of failure (SPEC §8); rows with `serverFirst` show the server's message. */
  readonly failure?: ToastRow;
  /** Runs before the toast: close the dialog, reset the form. */
  readonly onSuccess?: (answer: ResponseOf<E>) => void | Promise<void>;
  /** `onSuccess` leaves the page or dialog of a deleted record: shown data is fetched again only afterwards. */
  readonly leavesRecord?: boolean;
  /** Returns true when it has shown the error itself, at its fields for instance; then no toast follows. */
  readonly onError?: (error: ApiError) => boolean | void;
}

/** Returns whether a call only requests its effect (`preview` in its body). */
function onlyPreviews(input: object): boolean {
  const { body } = loosen(input);
  return typeof body === 'object' && body !== null && 'preview' in body && body.preview === true;
}

/**
 * A state-changing call with its toasts, which refreshes the data that it changes: `const save = useCommand(contract.x,
 * {…}); save.mutate({body})`. A 401 shows only the toast of AUTH-12.
 */
export function useCommand<E extends AnyEndpoint>(endpoint: E, options: CommandOptions<E> = {}) {
  const invalidate = useInvalidate();
  const command = useMutation<ResponseOf<E>, Error, CallOptions<E>>({
    mutationKey: [endpoint.id],
    mutationFn: (input) => call(endpoint as AnyEndpoint, input as LooseOptions) as Promise<ResponseOf<E>>,
    onSuccess: async (answer, input) => {
      // This is not awaited before the dialog closes, because the lists refresh behind it.
      const refresh = () => (onlyPreviews(input) ? undefined : invalidate(endpoint));
      const refreshed = options.leavesRecord === true ? undefined : refresh();
      await options.onSuccess?.(answer);
      const { success } = options;
      const row = typeof success === 'function' ? success(answer) : success;
      if (row) showToast(row, { values: options.successValues?.(answer) });
      await (options.leavesRecord === true ? refresh() : refreshed);
    },
    onError: (error) => reportFailure(error, options.failure, options.onError),
  });
  return useSentOnce(command);
}

/**
 * Sends a call only once. The second click of a double click arrives before a button can be rendered as busy: an identical call
 * during the first one is treated as the same, and nothing more is sent. {@link useCommand} includes this.
 */
export function useSentOnce<Answer, Input>(command: UseMutationResult<Answer, Error, Input>) {
  const underWay = useRef<{ readonly key: string; readonly answer: Promise<Answer> } | null>(null);
  const { mutateAsync: send } = command;
  const mutateAsync = useCallback(
    async (input: Input, callbacks?: MutateOptions<Answer, Error, Input>): Promise<Answer> => {
      const key = hashKey([input]);
      if (underWay.current?.key === key) return underWay.current.answer;
      const answer = send(input, callbacks);
      const own = { key, answer };
      underWay.current = own;
      const ended = (): void => {
        if (underWay.current === own) underWay.current = null;
      };
      answer.then(ended, ended);
      return answer;
    },
    [send],
  );
  const mutate = useCallback(
    (input: Input, callbacks?: MutateOptions<Answer, Error, Input>): void => {
      // `onError` and `error` report the failure.
      mutateAsync(input, callbacks).catch(() => undefined);
    },
    [mutateAsync],
  );
  return { ...command, mutate, mutateAsync };
}

/** Shows a failed action: by its own handler, otherwise as its toast of SPEC §8. Also for uploads and downloads. */
export function reportFailure(
  error: Error,
  failure: ToastRow | undefined,
  onError?: (error: ApiError) => boolean | void,
): void {
  if (isUnauthorized(error)) return;
  const known = error instanceof ApiError ? error : new ApiError(0, error.message);
  if (onError?.(known) === true) return;
  // A person who cancelled the proof of identity sees that it is missing, not that something failed (AUTH-19).
  const row =
    failure && known.code === 'STEP_UP_REQUIRED' ? { ...failure, serverFirst: true as const } : failure;
  if (row) showToast(row, { detail: explainReason(known) });
}
