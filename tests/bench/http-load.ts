import { createHash } from 'node:crypto';
import http from 'node:http';
import autocannon from 'autocannon';
import { countingConnection } from './count-bytes.ts';

/** Requests a second that a server answers over so many keep-alive connections; anything but 2xx is an error. */
export async function requestsPerSecond(
  url: string,
  cookie: string,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, headers: { cookie } });
  if (result.errors > 0 || result.non2xx > 0) {
    throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} answers that are not 2xx`);
  }
  return result.requests.total / result.duration;
}

/** What readers ask for in turns. */
export interface Part {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Megabytes a second that a server sends to so many readers, each of whom asks for the parts one after the other; anything
 * but a file is an error. The bytes are counted where they arrive, and thrown away.
 */
export async function megabytesPerSecond(
  url: string,
  cookie: string,
  {
    readers,
    seconds,
    parts,
  }: { readonly readers: number; readonly seconds: number; readonly parts: readonly Part[] },
): Promise<number> {
  const begun = performance.now();
  const read = async (first: number): Promise<number> => {
    const connection = await countingConnection(url);
    let bytes = 0;
    for (let turn = first; performance.now() - begun < seconds * 1000; turn += 1) {
      const part = parts[turn % parts.length];
      if (part)
        bytes += await connection.ask(part.path, { ...(cookie !== '' && { cookie }), ...part.headers });
    }
    connection.close();
    return bytes;
  };
  const sizes = await Promise.all(Array.from({ length: readers }, (_, index) => read(index)));
  return sizes.reduce((total, size) => total + size, 0) / 1000 / (performance.now() - begun);
}

/** A multipart form as it goes over the wire. */
export interface Form {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly parts: readonly Buffer[];
}

/** The form of one file, as a browser sends it; the bytes are not copied. */
export function fileForm(field: string, name: string, bytes: Buffer): Form {
  const boundary = '----traintrail-bench-7d3f9a';
  const parts = [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n` +
        'content-type: application/octet-stream\r\n\r\n',
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ];
  const length = parts.reduce((total, part) => total + part.length, 0);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': length },
    parts,
  };
}

/** One connection that stays open; answers the bytes unread by anything but the caller. */
export function oneConnection(cookie = ''): {
  readonly call: (
    url: string,
    options?: {
      readonly method?: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** Text is JSON; a form says its type. */
      readonly body?: string | Form;
      readonly onChunk?: (chunk: Buffer) => void;
    },
  ) => Promise<number>;
  readonly close: () => void;
} {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return {
    call: (url, { method = 'GET', headers: more = {}, body, onChunk } = {}) =>
      new Promise((resolve, reject) => {
        const headers = {
          ...more,
          ...(cookie === '' ? {} : { cookie }),
          ...(body === undefined
            ? {}
            : typeof body === 'string'
              ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
              : body.headers),
        };
        const request = http.request(url, { method, agent, headers }, (response) => {
          let size = 0;
          let problem = '';
          const status = response.statusCode ?? 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            onChunk?.(chunk);
            if (status >= 300 && problem.length < 1000) problem += chunk.toString();
          });
          response.once('error', reject);
          response.once('end', () => {
            if (status >= 300) reject(new Error(`${method} ${url}: ${status} ${problem}`));
            else resolve(size);
          });
        });
        request.once('error', reject);
        if (typeof body === 'object') for (const part of body.parts) request.write(part);
        request.end(typeof body === 'string' ? body : undefined);
      }),
    close: () => agent.destroy(),
  };
}

/** SHA-256 of what a url answers, read to its end. */
export async function hashOfAnswer(
  url: string,
  cookie: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const hash = createHash('sha256');
  const connection = oneConnection(cookie);
  await connection.call(url, { headers, onChunk: (chunk) => hash.update(chunk) });
  connection.close();
  return hash.digest('hex');
}
