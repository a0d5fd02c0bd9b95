/** What an attack found, and the calls that show it (SEC-06). */
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import type { Answer, CallInput, TestClient } from '#tests/harness/client.ts';

/** Something that the server must not do. */
export interface Finding {
  /** The attack that found it. */
  readonly attack: string;
  /** The seed and the effort of the round: with both, `npm run attack` repeats it. */
  readonly seed: number;
  readonly effort: number;
  readonly what: string;
  /** The calls in their order, the last one last. */
  readonly calls: readonly string[];
}

/** Records calls, so that a finding can show how it came about. */
export interface CallLog {
  readonly lines: string[];
  /** Number of calls since the log was created. */
  count: number;
}

/** Returns a new log. */
export const newLog = (): CallLog => ({ lines: [], count: 0 });

const shown = (value: unknown, length = 1500): string => {
  if (value === undefined) return '';
  const text =
    value instanceof FormData
      ? `form ${JSON.stringify([...value].map(([name, part]) => [name, typeof part === 'string' ? part : part.name]))}`
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);
  return ` ${text.length > length ? `${text.slice(0, length)}… (${String(text.length)} characters)` : text}`;
};

/** Adds a call to a log: who sent what, and the status of the answer. */
export function record(
  log: CallLog,
  who: string,
  method: string,
  path: string,
  sent: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> | undefined },
  status: number,
): void {
  log.count += 1;
  const headers = sent.headers && Object.keys(sent.headers).length > 0 ? shown(sent.headers) : '';
  log.lines.push(`${who}: ${method} ${path}${headers}${shown(sent.body)} → ${String(status)}`);
}

/** A call of the catalogue with what is sent, as the access table writes it. */
export type Sent = CallInput<AnyEndpoint>;

/** Path of a call for the log. */
function pathOf(endpoint: AnyEndpoint, { params, query }: Sent): string {
  const values = (params ?? {}) as Record<string, string>;
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? `:${name}`);
  const search = query === undefined ? '' : new URLSearchParams(query as Record<string, string>).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Makes a call of the catalogue and records it. A stream of events only says that it was opened. */
export async function callAndRecord(
  log: CallLog,
  who: string,
  client: TestClient,
  endpoint: AnyEndpoint,
  sent: Sent,
): Promise<Answer> {
  if (endpoint.raw === 'text/event-stream') {
    const opened = await client.fetch(endpoint.method, endpoint.path);
    await opened.body?.cancel();
    record(log, who, endpoint.method, endpoint.path, {}, opened.status);
    return { status: opened.status, headers: opened.headers, body: undefined };
  }
  const answer = await client.call(endpoint, sent);
  record(log, who, endpoint.method, pathOf(endpoint, sent), sent, answer.status);
  return answer;
}

/** A client whose calls are recorded under a name. */
export function recorded(log: CallLog, who: string, client: TestClient): TestClient {
  const noted = async <Body>(
    method: string,
    path: string,
    body: unknown,
    options: Parameters<TestClient['get']>[1],
    call: Promise<Answer<Body>>,
  ): Promise<Answer<Body>> => {
    const answer = await call;
    record(log, who, method, path, { body, headers: options?.headers }, answer.status);
    return answer;
  };
  return {
    ...client,
    get: (path, options) => noted('GET', path, undefined, options, client.get(path, options)),
    post: (path, body, options) => noted('POST', path, body, options, client.post(path, body, options)),
    put: (path, body, options) => noted('PUT', path, body, options, client.put(path, body, options)),
    patch: (path, body, options) => noted('PATCH', path, body, options, client.patch(path, body, options)),
    del: (path, body, options) => noted('DELETE', path, body, options, client.del(path, body, options)),
  };
}

/** The findings of one attack in one round; each is kept once. */
export class Findings {
  readonly all: Finding[] = [];
  readonly #attack: string;
  readonly #round: Pick<Finding, 'seed' | 'effort'>;

  constructor(attack: string, round: Pick<Finding, 'seed' | 'effort'>) {
    this.#attack = attack;
    this.#round = round;
  }

  /** Adds a finding unless the same one is known. */
  add(what: string, calls: readonly string[]): void {
    if (this.all.some((known) => known.what === what)) return;
    this.all.push({ attack: this.#attack, ...this.#round, what, calls: [...calls] });
  }
}

/** A finding as text: what, how to repeat it, and its last calls. */
export function findingText({ attack, seed, effort, what, calls }: Finding): string {
  const last = calls.slice(-40);
  const left = calls.length - last.length;
  return [
    `FOUND by ${attack}: ${what}`,
    `  repeat: npm run attack -- ${attack} --seed ${String(seed)} --effort ${String(effort)}`,
    ...(left > 0 ? [`  … ${String(left)} calls before`] : []),
    ...last.map((line) => `  ${line}`),
  ].join('\n');
}
