/** A client of the API for tests: a cookie jar, plain calls, and calls by contract. */
import type {
  AnyEndpoint,
  BodyInput,
  ParamsInput,
  QueryInput,
  ResponseOf,
} from '#shared/contract/endpoint.ts';

/** An answer: JSON parsed, text as text, anything else as bytes. */
export interface Answer<Body = unknown> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

/** What a call may carry besides its path. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** JSON-able data, or what fetch takes as it is: FormData, bytes, text, a stream. */
type Payload = unknown;

/** What a typed call takes; parts that the endpoint does not declare are absent. */
export interface CallInput<E extends AnyEndpoint> extends CallOptions {
  readonly params?: ParamsInput<E>;
  readonly query?: QueryInput<E>;
  readonly body?: BodyInput<E>;
}

/** One browser, so to speak: its own cookies. */
export interface TestClient {
  get: <Body = unknown>(path: string, options?: CallOptions) => Promise<Answer<Body>>;
  post: <Body = unknown>(path: string, body?: Payload, options?: CallOptions) => Promise<Answer<Body>>;
  put: <Body = unknown>(path: string, body?: Payload, options?: CallOptions) => Promise<Answer<Body>>;
  patch: <Body = unknown>(path: string, body?: Payload, options?: CallOptions) => Promise<Answer<Body>>;
  del: <Body = unknown>(path: string, body?: Payload, options?: CallOptions) => Promise<Answer<Body>>;
  /** A call by its contract; the body is typed as on success, so check the status first. */
  call: <E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>) => Promise<Answer<ResponseOf<E>>>;
  /** The answer as fetch gives it, for streams and ranges. */
  fetch: (method: string, path: string, body?: Payload, options?: CallOptions) => Promise<Response>;
  /** Cookies by name; tests may change them. */
  readonly cookies: Map<string, string>;
}

/** What a client is made with. */
export interface ClientOptions {
  /** The password of its person: a call that asks for a fresh proof of identity gets it and is sent again, as the screens do (AUTH-19). */
  readonly stepUpWith?: string;
  /** Sent with every call, such as an API token. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes a client of a server at an origin such as http://127.0.0.1:40123. */
export function createClient(
  origin: string,
  { stepUpWith, headers: always }: ClientOptions = {},
): TestClient {
  const cookies = new Map<string, string>();
  const send = async (
    method: string,
    path: string,
    body?: Payload,
    options: CallOptions = {},
  ): Promise<Response> => {
    const headers = new Headers({ ...always, ...options.headers });
    if (cookies.size > 0 && !headers.has('cookie')) {
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    }
    const isRaw = typeof body === 'string' || body instanceof FormData || ArrayBuffer.isView(body);
    const json = body !== undefined && !isRaw && !(body instanceof ReadableStream);
    if (json && !headers.has('content-type')) headers.set('content-type', 'application/json');
    const response = await fetch(new URL(path, origin), {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : (body as BodyInit) }),
      ...(body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
    if (stepUpWith === undefined || response.status !== 403) return response;
    if (!(await response.clone().text()).includes('"STEP_UP_REQUIRED"')) return response;
    const proved = await send('POST', '/api/session/step-up', { password: stepUpWith });
    return proved.ok ? send(method, path, body, options) : response;
  };
  const call = async <Body>(method: string, path: string, body?: Payload, options?: CallOptions) => {
    const response = await send(method, path, body, options);
    return { status: response.status, headers: response.headers, body: (await read(response)) as Body };
  };
  return {
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    patch: (path, body, options) => call('PATCH', path, body, options),
    del: (path, body, options) => call('DELETE', path, body, options),
    call: (endpoint, input = {}) => {
      const { params, query, body, ...options } = input;
      const path = pathOf(endpoint, params, query);
      if (!endpoint.form) return call(endpoint.method, path, body, options);
      const form = new URLSearchParams(body as Record<string, string>).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded', ...options.headers };
      return call(endpoint.method, path, form, { ...options, headers });
    },
    fetch: send,
    cookies,
  };
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const split = pair.indexOf('=');
  const name = pair.slice(0, split);
  const value = pair.slice(split + 1);
  const expired = attributes.some((attribute) => {
    const [key = '', setting = ''] = attribute.toLowerCase().split('=');
    return (
      (key === 'max-age' && Number(setting) <= 0) || (key === 'expires' && Date.parse(setting) <= Date.now())
    );
  });
  if (expired) cookies.delete(name);
  else cookies.set(name, value);
}

async function read(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (/^application\/([\w.+-]+\+)?json/.test(type)) {
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  }
  if (type.startsWith('text/')) return response.text();
  const bytes = Buffer.from(await response.arrayBuffer());
  return bytes.length === 0 ? undefined : bytes;
}

function pathOf(endpoint: AnyEndpoint, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, string | number | undefined>;
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${endpoint.id} needs the path parameter ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item));
    }
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}
