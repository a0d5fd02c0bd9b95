import net from 'node:net';

/** A connection that asks for files and counts their bytes where they arrive: reading them must not be what is measured. */
export interface CountingConnection {
  /** Answers the length of the body; anything but 200 and 206 with a stated length is an error. */
  readonly ask: (path: string, headers: Readonly<Record<string, string>>) => Promise<number>;
  readonly close: () => void;
}

interface Waiting {
  readonly done: (bytes: number) => void;
  readonly failed: (error: Error) => void;
}

const bufferBytes = 256 * 1024;
const endOfHead = '\r\n\r\n';

/** The length that the head of an answer states. */
export function statedLength(head: string): number {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
  const length = /^content-length: *(\d+)\r?$/im.exec(head)?.[1];
  if ((status !== '200' && status !== '206') || length === undefined)
    throw new Error(`No file was sent: ${head.slice(0, 200)}`);
  return Number(length);
}

/** Opens one keep-alive connection to a server; every piece is read into the same memory. */
export async function countingConnection(origin: string): Promise<CountingConnection> {
  const { hostname, port, host } = new URL(origin);
  let waiting: Waiting | undefined;
  let head = '';
  let length: number | undefined;
  let seen = 0;
  const fail = (error: Error): void => {
    waiting?.failed(error);
    waiting = undefined;
  };
  const take = (size: number, buffer: Uint8Array): void => {
    if (length === undefined) {
      head += Buffer.from(buffer.buffer, buffer.byteOffset, size).toString('latin1');
      const end = head.indexOf(endOfHead);
      if (end === -1) return;
      length = statedLength(head.slice(0, end));
      seen = head.length - end - endOfHead.length;
    } else {
      seen += size;
    }
    if (seen < length) return;
    const { done } = waiting ?? {};
    waiting = undefined;
    done?.(seen);
  };
  const socket = net.connect({
    host: hostname,
    port: Number(port),
    onread: {
      buffer: Buffer.allocUnsafe(bufferBytes),
      callback: (size, buffer) => {
        try {
          take(size, buffer);
        } catch (error) {
          fail(error as Error);
        }
        return true;
      },
    },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('error', reject);
  });
  socket.on('error', fail).on('close', () => fail(new Error('The server closed the connection')));
  return {
    ask: (path, headers) =>
      new Promise((done, failed) => {
        waiting = { done, failed };
        head = '';
        length = undefined;
        const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
        socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}${endOfHead}`);
      }),
    close: () => socket.destroy(),
  };
}
