/** A system outside that takes webhooks, on this machine. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a receiver got. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A receiver that says what it got, and answers as it is told. */
export interface WebhookReceiver {
  /** http://127.0.0.1:port */
  readonly url: string;
  readonly received: readonly Received[];
  /** What was received at a path. */
  readonly at: (path: string) => readonly Received[];
  /** From now on: a status, `silent` for no answer at all, `upgrade` for another protocol, or an address to which it redirects. */
  readonly answer: (how: number | 'silent' | 'upgrade' | { readonly redirectTo: string }) => void;
  readonly close: () => Promise<void>;
}

/** Starts one. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  let how: number | 'silent' | 'upgrade' | { readonly redirectTo: string } = 204;
  const server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      received.push({
        path: request.url ?? '',
        headers: request.headers as Readonly<Record<string, string>>,
        body,
      });
      if (how === 'silent') return;
      if (how === 'upgrade') {
        request.socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n',
        );
      } else if (typeof how === 'number') response.writeHead(how).end();
      else response.writeHead(307, { location: how.redirectTo }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    received,
    at: (path) => received.filter((one) => one.path === path),
    answer: (next) => {
      how = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
