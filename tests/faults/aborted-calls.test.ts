import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { moduleWith, type ProblemBody } from '#tests/harness/module-world.ts';
import { makeMp4 } from '#tests/harness/sample-files.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly status?: number;
  readonly aborted?: boolean;
}

const lines: Line[] = [];
let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
let url: URL;
let app: Awaited<ReturnType<typeof createApp>>;
let fileUrl: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database, config: { silentBody: 600 } });
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  const film = await moduleWith(admin, [['film.mp4', makeMp4(60, { padding: 9_000_000 })]]);
  fileUrl = film.files[0]?.url ?? '';
  // The same services behind a log that is read.
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(JSON.parse(chunk.toString()) as Line);
      done();
    },
  });
  app = await createApp({ ...server.services, log: pino({ level: 'info' }, sink) });
  url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
});
afterAll(async () => {
  await app?.close();
  await server?.close();
  await database?.drop();
});

const cookie = (): string => [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** Sends the beginning of a call; everything that comes back. */
function begin(
  head: readonly string[],
  body: string | Buffer,
): { readonly socket: Socket; readonly answer: Promise<string> } {
  const socket = connect(Number(url.port), '127.0.0.1');
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket.setEncoding('latin1').on('data', (piece: string) => (text += piece));
    socket.on('error', () => undefined).once('close', () => resolve(text));
  });
  socket.write([...head, `host: ${url.host}`, `cookie: ${cookie()}`, '', ''].join('\r\n'));
  socket.write(body);
  return { socket, answer };
}

const upload = [
  'POST /api/training-modules/quick-create HTTP/1.1',
  'content-type: multipart/form-data; boundary=b',
  'content-length: 5000000',
];
const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwords ';
const json = ['POST /api/training-modules HTTP/1.1', 'content-type: application/json', 'content-length: 900'];
const chunked = [
  'POST /api/training-modules HTTP/1.1',
  'content-type: application/json',
  'transfer-encoding: chunked',
];

test.each([
  ['an upload', upload, part],
  ['an upload before its first part', upload, '--b'],
  ['JSON', json, '{"title":'],
  ['JSON in pieces', chunked, '5\r\n{"tit\r\n'],
])(
  '[SEC-05] %s of which no more comes is answered 408, and its connection closed',
  async (_name, head, body) => {
    lines.length = 0;
    const { answer } = begin(head, body);
    const text = await answer;
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text.toLowerCase()).toContain('connection: close');
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as ProblemBody).toMatchObject({
      code: 'REQUEST_TIMEOUT',
    });
    await expect.poll(() => lines.some(({ msg }) => msg === 'request')).toBe(true);
    expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
  },
);

test('[SEC-05] a sender that sends a little now and then is no silent one', async () => {
  const { socket, answer } = begin(upload, part);
  let gone = false;
  void answer.then(() => (gone = true));
  for (let piece = 0; piece < 8; piece += 1) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    socket.write('words ');
  }
  expect(gone).toBe(false);
  socket.destroy();
});

test.each([
  ['an upload', upload, part],
  ['an upload before its first part', upload, '--b'],
  ['JSON', json, '{"title":'],
  ['JSON in pieces', chunked, '5\r\n{"tit\r\n'],
  ['a download', ['GET FILE HTTP/1.1'], ''],
])('[SEC-05] %s that its caller breaks off is no error in the log', async (_name, head, body) => {
  lines.length = 0;
  const underWay = once(app.server, 'request');
  const { socket } = begin(
    head.map((line) => line.replace('FILE', fileUrl)),
    body,
  );
  await underWay;
  socket.resetAndDestroy();
  await expect.poll(() => lines.some(({ msg, aborted }) => msg === 'request' && aborted === true)).toBe(true);
  expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
});
