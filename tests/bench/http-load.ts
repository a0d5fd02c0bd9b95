import http from 'node:http';
import autocannon from 'autocannon';

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

/** One connection that stays open; answers the bytes unread by anything but the caller. */
export function oneConnection(cookie = ''): {
  readonly call: (
    url: string,
    options?: {
      readonly method?: string;
      readonly body?: string;
      readonly onChunk?: (chunk: Buffer) => void;
    },
  ) => Promise<number>;
  readonly close: () => void;
} {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return {
    call: (url, { method = 'GET', body, onChunk } = {}) =>
      new Promise((resolve, reject) => {
        const headers = {
          ...(cookie === '' ? {} : { cookie }),
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
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
        request.end(body);
      }),
    close: () => agent.destroy(),
  };
}
