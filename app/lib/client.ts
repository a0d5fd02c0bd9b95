import { queryOptions } from '@tanstack/react-query';
import type {
  AnyEndpoint,
  BodyInput,
  ParamsInput,
  QueryInput,
  ResponseOf,
} from '#shared/contract/endpoint.ts';
import { ApiError, isUnauthorized, toApiError } from '#app/lib/api-error.ts';
import { confirmIdentity } from '#app/lib/step-up.ts';
import { reasonText } from '#app/lib/reasons.ts';

/** A part of a call: absent if the endpoint has none, optional if all of its fields are, otherwise required. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [Key in Name]?: undefined }
  : undefined extends Value
    ? { readonly [Key in Name]?: Value }
    : Partial<Value> extends Value
      ? { readonly [Key in Name]?: Value }
      : { readonly [Key in Name]: Value };

/** Path parameters on a screen: ids are numbers there and text in the path. */
type Params<E> = [ParamsInput<E>] extends [undefined]
  ? undefined
  : { readonly [Key in keyof ParamsInput<E>]: string | number };

/** The target of a call: its path parameters and query. */
export type Target<E> = Part<'params', Params<E>> & Part<'query', QueryInput<E>>;

/** The options of a call, typed by its contract. */
export type CallOptions<E> = Target<E> &
  Part<'body', BodyInput<E>> & {
    readonly signal?: AbortSignal | undefined;
    /** Makes a POST safe to repeat (DESIGN 'The wire'). */
    readonly idempotencyKey?: string;
    /** Sent as If-Match: the record that the person saw. */
    readonly ifMatch?: string;
    /** The call continues if the page is left in the meantime; only for small bodies. */
    readonly keepalive?: boolean;
    /** The 401 of this call is an answer, not the end of a session (AUTH-12): first current user, sign-in. */
    readonly expectUnauthorized?: boolean;
  };

/** Makes an options argument optional if it has no required fields. */
export type Args<Options> = Partial<Options> extends Options ? [options?: Options] : [options: Options];

/** A page of a list: its rows and how many there are in all (`X-Total-Count`). */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** The row type of a list endpoint. */
export type RowOf<E> = ResponseOf<E> extends readonly (infer Row)[] ? Row : never;

/** The loose shape that the typed functions below work on. */
export interface LooseOptions {
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
  readonly keepalive?: boolean;
  readonly expectUnauthorized?: boolean;
}

/** Drops the types of a call's parts: the caller has checked them against the contract. */
export function loosen(options: object | undefined): LooseOptions {
  return options ?? {};
}

let unauthorizedListener: ((error: ApiError) => void) | undefined;

/** Sets the listener for a session that ended during a call (AUTH-12). */
export function onUnauthorized(listener: (error: ApiError) => void): void {
  unauthorizedListener = listener;
}

let refusedListener: (() => void) | undefined;

/** Sets the listener for records and actions that are refused: the access of the person may have ended. Returns how to remove it. */
export function onRefused(listener: () => void): () => void {
  refusedListener = listener;
  return () => {
    if (refusedListener === listener) refusedListener = undefined;
  };
}

/** Notifies the listeners of an error that ended the session, or that may come from the end of an access; ignores other errors. */
export function reportRefusal(error: ApiError): void {
  if (isUnauthorized(error)) unauthorizedListener?.(error);
  else if (error.status === 403 || error.status === 404) refusedListener?.();
}

/** Returns the address of a call below the origin, for links, pictures and downloads. */
export function urlOf<E extends AnyEndpoint>(endpoint: E, ...[target]: Args<Target<E>>): string {
  return addressOf(endpoint, loosen(target));
}

/** Returns the address of a call from untyped parts; screens use {@link urlOf}. */
export function addressOf(endpoint: AnyEndpoint, { params, query }: LooseOptions): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params?.[name];
    if (value === undefined) throw new Error(`${endpoint.id} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === '') continue;
    search.set(key, typeof value === 'string' ? value : JSON.stringify(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Sends a call and returns the response; throws {@link ApiError} if it is not a success (SPEC §8). */
export async function send(endpoint: AnyEndpoint, options: LooseOptions): Promise<Response> {
  const headers = new Headers({ accept: endpoint.raw ?? 'application/json' });
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  if (options.ifMatch) headers.set('if-match', options.ifMatch);
  const response = await reach(addressOf(endpoint, options), {
    method: endpoint.method,
    headers,
    credentials: 'same-origin',
    body: options.body === undefined ? null : JSON.stringify(options.body),
    signal: options.signal ?? null,
    keepalive: options.keepalive ?? false,
  });
  if (response.ok) return response;
  const error = toApiError(response.status, response.statusText, await response.text());
  // The refused call changed nothing: after a fresh proof of identity it is sent again (AUTH-19).
  if (error.code === 'STEP_UP_REQUIRED' && (await confirmIdentity())) return send(endpoint, options);
  if (!options.expectUnauthorized) reportRefusal(error);
  throw error;
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    // fetch rejects with a TypeError if no answer arrived; an abort keeps its own error.
    if (error instanceof TypeError) throw new ApiError(0, reasonText('unreachable'));
    throw error;
  }
}

async function answerOf<E extends AnyEndpoint>(response: Response): Promise<ResponseOf<E>> {
  // The server validates its answers against the same contract, so the type is correct without a second check here.
  return (response.status === 204 ? undefined : await response.json()) as ResponseOf<E>;
}

async function pageOf<E extends AnyEndpoint>(response: Response): Promise<Page<RowOf<E>>> {
  const rows = (await response.json()) as readonly RowOf<E>[];
  return { rows, total: Number(response.headers.get('x-total-count') ?? rows.length) };
}

/** Calls the API: method, path and types come from the contract (DESIGN rule 1). Throws {@link ApiError}. */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  ...[options]: Args<CallOptions<E>>
): Promise<ResponseOf<E>> {
  return answerOf<E>(await send(endpoint, loosen(options)));
}

/** The calls whose answers may be cached, by the id that their keys start with. */
const cachedCalls = new Map<unknown, AnyEndpoint>();

/** Returns whether a cached answer shows data that the command changes (SHELL-12). */
export function isStaleAfter(queryKey: readonly unknown[], { data }: AnyEndpoint): boolean {
  const cached = cachedCalls.get(queryKey[0])?.data;
  if (!cached || !('shows' in cached) || !('changes' in data)) return false;
  return data.changes.some((tag) => cached.shows.includes(tag));
}

/** Returns the query key of a call; without a target it matches all calls of the endpoint. */
export function keyOf(endpoint: AnyEndpoint, target?: LooseOptions): readonly unknown[] {
  cachedCalls.set(endpoint.id, endpoint);
  if (!target) return [endpoint.id];
  return [endpoint.id, { params: target.params ?? {}, query: target.query ?? {} }];
}

/** TanStack Query options of a GET: `useQuery(queryFor(contract.x, {params, query}))`. */
export function queryFor<E extends AnyEndpoint>(endpoint: E, ...[target]: Args<Target<E>>) {
  const loose = loosen(target);
  return queryOptions({
    queryKey: keyOf(endpoint, loose),
    queryFn: async ({ signal }) => answerOf<E>(await send(endpoint, { ...loose, signal })),
  });
}

/** Returns the same for a list with paging on the server: the data is a {@link Page}. */
export function pageFor<E extends AnyEndpoint>(endpoint: E, ...[target]: Args<Target<E>>) {
  const loose = loosen(target);
  return queryOptions({
    queryKey: [...keyOf(endpoint, loose), 'page'],
    queryFn: async ({ signal }) => pageOf<E>(await send(endpoint, { ...loose, signal })),
    placeholderData: (previous) => previous,
  });
}
