import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { bulk, createModuleBy, load, type Module } from '#tests/harness/module-world.ts';
import { atServer, createObservedPlace, type ObservedPlace } from '#tests/harness/observed-place.ts';
import type { RunningServer } from '#tests/harness/product.ts';
import { makeZip } from '#tests/harness/sample-files.ts';
import type { TestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

const megabyte = 1024 * 1024;
const chunk = Buffer.alloc(64 * 1024, 'x');
const intro = Buffer.from('--b\r\nContent-Disposition: form-data; name="file_0"; filename="a.txt"\r\n\r\n');

let place: ObservedPlace;
let observer: TestServer;
/** A process of its own: only its memory and its open files are looked at. */
let product: RunningServer;
let admin: TestClient;

beforeAll(async () => {
  place = await createObservedPlace();
  ({ observer } = place);
  const signedIn = await signIn(observer.client(), await createUser(observer.services, { role: 'admin' }));
  product = await place.start();
  admin = atServer(product, signedIn);
});
afterAll(async () => {
  product?.kill('SIGTERM');
  await product?.ended;
  await place?.close();
});

/** Files of the store that the process holds open. */
function openFiles(): number {
  const held = `/proc/${String(product.pid)}/fd`;
  return readdirSync(held).filter((fd) => {
    try {
      return readlinkSync(join(held, fd)).startsWith(observer.services.config.filesDir);
    } catch {
      // Closed between the list and the look.
      return false;
    }
  }).length;
}
/** Connections to the server that are not closed at its end. */
function connections(): number {
  const port = Number(new URL(product.url).port).toString(16).toUpperCase().padStart(4, '0');
  const tables = ['tcp', 'tcp6'].map((table) => readFileSync(`/proc/net/${table}`, 'utf8'));
  // State 01 is established, 08 half closed by the other side.
  const line = new RegExp(`^\\s*\\d+: [0-9A-F]+:${port} [0-9A-F:]+ 0[18] `, 'gm');
  return tables.reduce((sum, table) => sum + [...table.matchAll(line)].length, 0);
}
/** Memory of the process in MB. */
const memory = () => {
  const status = readFileSync(`/proc/${String(product.pid)}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
};
const incoming = () => {
  const path = join(observer.services.config.filesDir, 'tmp');
  return existsSync(path) ? readdirSync(path) : [];
};

/** Begins an upload that says how long it will be; what comes of it is the caller's. */
function begin(moduleId: number, length: number, url = product.url): ClientRequest {
  const sent = request(`${url}/api/training-modules/${String(moduleId)}/load`, {
    method: 'POST',
    agent: false,
    headers: {
      cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(length),
    },
  });
  sent.write(intro);
  return sent;
}

const written = (sent: ClientRequest, bytes: Buffer) =>
  new Promise<void>((resolve) => sent.write(bytes, () => resolve()));

/** Whether something in the database waits for a lock. */
async function waitsForLock(): Promise<boolean> {
  const { rows } = await place.database.admin.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

/** Begins so many uploads, waits until each one's bytes are being stored, and answers them. */
async function hold(moduleId: number, count: number): Promise<readonly ClientRequest[]> {
  const before = incoming().length;
  const held = Array.from({ length: count }, () => begin(moduleId, 100 * megabyte));
  for (const sent of held) sent.on('error', () => undefined);
  await Promise.all(held.map((sent, index) => written(sent, chunk.subarray(index))));
  await expect.poll(() => incoming().length, { timeout: 20_000 }).toBe(before + count);
  return held;
}

test('[MOD-07] F16: a file of 100 MB is answered 413 at its 10 MB, and nothing more is read until the answer is on its way', async () => {
  const { id } = await createModuleBy(admin);
  const sent = begin(id, 100 * megabyte);
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    sent.once('response', resolve).once('error', reject),
  );
  await written(sent, chunk);
  await expect.poll(() => incoming().length, { timeout: 20_000 }).toBe(1);
  let bytes = chunk.length;
  const sendAll = async (): Promise<void> => {
    while (bytes < 90 * megabyte && !sent.destroyed) {
      await written(sent, chunk);
      bytes += chunk.length;
    }
  };
  await place.database.db.transaction().execute(async (tx) => {
    // Holds up what the refusal still has to write.
    await sql`select 1 from upload_counts for update`.execute(tx);
    void sendAll();
    let before = -1;
    const isStuck = async (): Promise<boolean> => {
      const stuck = bytes === before;
      before = bytes;
      return stuck && (await waitsForLock());
    };
    await expect.poll(isStuck, { timeout: 60_000, interval: 300 }).toBe(true);
    expect(bytes).toBeGreaterThanOrEqual(10 * megabyte);
    expect(bytes).toBeLessThan(40 * megabyte);
  });
  const answer = await answered;
  expect(answer.statusCode).toBe(413);
  const body = JSON.parse(Buffer.concat((await answer.toArray()) as Buffer[]).toString()) as object;
  expect(body).toMatchObject({ code: 'FILE_TOO_LARGE', errors: [{ path: 'file_0' }] });
  sent.destroy();
  await expect.poll(incoming, { timeout: 20_000 }).toEqual([]);
});

test('[MOD-07] F16: a hundred uploads that break off leave no file, no descriptor and no memory', async () => {
  const { id } = await createModuleBy(admin);
  const breakOff = async (count: number) => {
    for (const sent of await hold(id, count)) sent.destroy();
    await expect.poll(incoming, { timeout: 20_000 }).toEqual([]);
  };
  await breakOff(10);
  const before = { connections: connections(), memory: memory() };
  for (let round = 0; round < 4; round += 1) await breakOff(25);
  await expect.poll(openFiles, { timeout: 20_000 }).toBe(0);
  await expect.poll(connections, { timeout: 20_000 }).toBeLessThanOrEqual(before.connections);
  expect(memory() - before.memory).toBeLessThan(50);
  expect((await admin.get<Module>(`/api/training-modules/${String(id)}`)).body.files).toEqual([]);
});

test('[MOD-07] F16: senders that never come to their end hold up nobody, and are ended in their turn', async () => {
  const { id } = await createModuleBy(admin);
  const before = connections();
  const slow = await hold(id, 40);
  const other = await createModuleBy(admin);
  expect((await load(admin, other.id, [['quick.txt', 'Quick words']])).status).toBe(200);
  expect((await admin.get('/api/training-modules?limit=10')).status).toBe(200);
  // Each costs a connection and a temporary file, no more.
  expect(openFiles()).toBe(slow.length);
  for (const sent of slow) sent.destroy();
  await expect.poll(incoming, { timeout: 20_000 }).toEqual([]);
  await expect.poll(openFiles, { timeout: 20_000 }).toBe(0);
  await expect.poll(connections, { timeout: 20_000 }).toBeLessThanOrEqual(before + 1);
});

test('[MOD-07] F16: who sends a byte now and then is ended after the time of a request, and leaves no file', async () => {
  const { id } = await createModuleBy(admin);
  const app = await createApp(observer.services);
  const { server } = app;
  expect([server.requestTimeout, server.headersTimeout]).toEqual([15 * 60_000, 60_000]);
  // A quarter of an hour is no time for a test; the interval of the check is read when it begins to listen.
  Object.assign(server, { requestTimeout: 1500, headersTimeout: 1000, connectionsCheckingInterval: 100 });
  const began = Date.now();
  const sent = begin(id, 100 * megabyte, await app.listen({ host: '127.0.0.1', port: 0 }));
  const answered = new Promise<number | undefined>((resolve) => {
    sent.once('response', ({ statusCode }) => resolve(statusCode));
  });
  // After the answer the connection is gone.
  sent.on('error', () => undefined);
  sent.write(chunk);
  await expect.poll(incoming, { timeout: 20_000 }).toHaveLength(1);
  const drip = setInterval(() => sent.write('x'), 100);
  try {
    expect(await answered).toBe(408);
  } finally {
    clearInterval(drip);
    sent.destroy();
  }
  expect(Date.now() - began).toBeGreaterThanOrEqual(1500);
  await expect.poll(incoming, { timeout: 20_000 }).toEqual([]);
  expect((await admin.get<Module>(`/api/training-modules/${String(id)}`)).body.files).toEqual([]);
  await app.close();
});

test('[MOD-07] T13: archives that unpack to gigabytes, or say that they hold nothing, are refused within bounded memory', async () => {
  const zeros = { name: 'zeros', data: Buffer.alloc(90 * megabyte) };
  const nested = makeZip([{ name: 'inner.zip', data: makeZip([zeros]) }]);
  const bombs = [
    // 3.6 GB by forty entries over the same bytes.
    ['many.zip', makeZip([zeros], { overlap: 40 })],
    ['claims-nothing.zip', makeZip([{ ...zeros, claimedSize: 0 }])],
    ['claims-much.zip', makeZip([{ name: 'a', data: 'x', claimedSize: 0xfffffff0 }])],
    ['slip.zip', makeZip([{ name: '../../../etc/cron.d/x', data: '* * * * * root true' }])],
  ] as const;
  // What unpacking costs at all is not what a bomb costs.
  expect((await bulk(admin, [['large.zip', makeZip([zeros])]])).status).toBe(200);
  const before = memory();
  const answer = await bulk(admin, [...bombs, ['nested.zip', nested]]);
  expect(answer.body.failedFiles.map(({ message }) => message)).toEqual([
    '“many.zip” unpacks to more than this installation allows.',
    '“claims-nothing.zip” is a damaged archive and cannot be read.',
    '“claims-much.zip” unpacks to more than this installation allows.',
    '“slip.zip” contains a file whose path leads outside the archive.',
  ]);
  // An archive in an archive is never opened.
  expect(answer.body.uploadedFiles.map(({ originalName }) => originalName)).toEqual(['nested.zip']);
  expect(memory() - before).toBeLessThan(50);
  expect(incoming()).toEqual([]);
});
