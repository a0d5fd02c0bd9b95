import { request, type Agent, type IncomingHttpHeaders } from 'node:http';

/** What a hand-made request consists of. */
export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The request target exactly as it goes over the wire, where a URL would be tidied up. */
  readonly path?: string;
  /** Connections to use again; without it the request has one of its own. */
  readonly agent?: Agent;
}

/** Its answer. */
export interface RawAnswered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as it came, compressed or not. */
  readonly bytes: Buffer;
}

/** Sends what fetch would not: another Host, headers that only browsers set. */
export function rawRequest(url: string, input: RawRequest = {}): Promise<RawAnswered> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: input.method ?? 'GET',
        // Node leaves the length out where a method seldom has a body: what follows would be taken for another request.
        headers: {
          ...(input.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(input.body)) }),
          ...input.headers,
        },
        agent: input.agent ?? false,
        ...(input.path === undefined ? {} : { path: input.path }),
      },
      (answer) => {
        // A stream of events does not end by itself: that it was opened is the answer.
        if (answer.headers['content-type']?.startsWith('text/event-stream') === true) {
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: '',
            bytes: Buffer.alloc(0),
          });
          sent.destroy();
          return;
        }
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const bytes = Buffer.concat(parts);
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: bytes.toString(),
            bytes,
          });
        });
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(input.body);
  });
}
