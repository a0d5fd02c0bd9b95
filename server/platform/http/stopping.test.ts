import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer } from '#tests/harness/server.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test('[OPS-04] a stop waits neither for a connection that was opened ahead nor for one that is kept, and answers one that asks', async () => {
  const server = await startTestServer({ db });
  const port = Number(new URL(server.url).port);
  const [unused, kept] = [connect(port), connect(port)];
  await Promise.all([unused, kept].map((socket) => once(socket, 'connect')));
  const read = { kept: '', asking: '' };
  kept.on('data', (piece) => (read.kept += String(piece)));
  kept.write('GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await once(kept, 'data');
  // It has come only now: how long a busy machine takes until then does not matter.
  const asking = connect(port);
  asking.on('data', (piece) => (read.asking += String(piece)));
  await once(asking, 'connect');
  const closed = server.close();
  asking.write('GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  const ends = Promise.all([unused, kept, asking].map((socket) => once(socket, 'close')));
  // Node.js itself would wait a minute and more for the first one.
  const late = new Promise((resolve) => setTimeout(resolve, 30_000, 'late').unref());
  expect(await Promise.race([closed, late])).not.toBe('late');
  await ends;
  expect(read.kept).toMatch(/^HTTP\/1\.1 200 /);
  expect(read.asking).toMatch(/^HTTP\/1\.1 (?:200|503) /);
});
