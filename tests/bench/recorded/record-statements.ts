/**
 * Loaded into a server that a bench starts (`node --import`): writes down the statements of each request, with their values, the connection
 * and when they began and ended. One line a request, as base64 of what `v8.serialize` makes, so that bytes and dates stay what they are.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import v8 from 'node:v8';
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';
import { recordingFile, type RecordedRequest, type RecordedStatement } from './recorded-request.ts';

type Open = { -readonly [Key in keyof RecordedStatement]: RecordedStatement[Key] };

const file = process.env[recordingFile];
if (isMainThread && file !== undefined) record(file);

function record(path: string): void {
  const requests = new AsyncLocalStorage<Open[]>();
  recordRequests(requests, (request) =>
    fs.appendFileSync(path, `${v8.serialize(request).toString('base64')}\n`),
  );
  recordQueries(requests);
}

function recordRequests(
  requests: AsyncLocalStorage<Open[]>,
  write: (request: RecordedRequest) => void,
): void {
  // Published before the server handles the request: everything that the request causes runs in this context.
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const { method = '', url = '' } = request;
    const statements: Open[] = [];
    response.once('close', () => write({ method, url, statements }));
    requests.enterWith(statements);
  });
}

function recordQueries(requests: AsyncLocalStorage<Open[]>): void {
  const connections = new Map<pg.Client, number>();
  const numberOf = (client: pg.Client): number => {
    const known = connections.get(client) ?? connections.size;
    connections.set(client, known);
    return known;
  };
  const prototype = pg.Client.prototype as unknown as Record<'query', (...args: unknown[]) => unknown>;
  const { query } = prototype;
  prototype.query = function recording(this: pg.Client, ...args: unknown[]): unknown {
    const statements = requests.getStore();
    if (!statements) return Reflect.apply(query, this, args);
    const statement: Open = {
      ...partsOf(args),
      connection: numberOf(this),
      begun: performance.now(),
      ended: Infinity,
    };
    statements.push(statement);
    const end = (): void => {
      statement.ended = performance.now();
    };
    const last = args.at(-1);
    if (typeof last === 'function') {
      const callback = last as (...answer: unknown[]) => unknown;
      return Reflect.apply(query, this, [
        ...args.slice(0, -1),
        (...answer: unknown[]) => {
          end();
          return callback(...answer);
        },
      ]);
    }
    const answer = Reflect.apply(query, this, args);
    if (answer instanceof Promise) answer.then(end, end);
    return answer;
  };
}

/** The statement of the arguments of `query`: a text with values, or one object of both. */
function partsOf([first, second]: readonly unknown[]): Pick<RecordedStatement, 'name' | 'text' | 'values'> {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] };
  const { name, text, values } = first as { name?: string; text: string; values?: unknown[] };
  return {
    ...(name !== undefined && { name }),
    text,
    values: values ?? (Array.isArray(second) ? second : []),
  };
}
