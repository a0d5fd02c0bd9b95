import { createHash } from 'node:crypto';
import { appendFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import {
  hasProxy,
  headerOf,
  startFileProxy,
  type FileProxy,
  type ProxyName,
} from '#tests/harness/file-proxies.ts';
import { assign, moduleWith } from '#tests/harness/module-world.ts';
import * as sample from '#tests/harness/sample-files.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

const proxy = '10.9.0.1';

let db: TestDatabase;
let server: TestServer;
let app: Awaited<ReturnType<typeof createApp>>;
let admin: TestClient;
let adminUser: FixtureUser;

beforeAll(async () => {
  // Damaged files are errors in the log.
  vi.stubEnv('TEST_LOG_LEVEL', 'fatal');
  db = await createTestDatabase();
  const config = { sendFilesBy: 'x-accel-redirect', trustedProxies: [proxy, '192.168.7.0/24'] } as const;
  server = await startTestServer({ db, config });
  app = await createApp(server.services);
  adminUser = await createUser(server.services, { role: 'admin' });
  admin = await signIn(server.client(), adminUser);
});
afterAll(async () => {
  await app.close();
  await server.close();
  await db.drop();
});

const cookieOf = (client: TestClient): string =>
  [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const hashOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const within = (sha256: string): string => path.posix.join(sha256.slice(0, 2), sha256.slice(2, 4), sha256);

let counter = 0;
/** A module with a text file of its own. */
async function textFile(): Promise<{ readonly url: string; readonly sha256: string; readonly text: string }> {
  counter += 1;
  const text = `${String(counter).padStart(9, '0')}\n`.repeat(100);
  const module = await moduleWith(admin, [[`file "ü" ${String(counter)}.txt`, text]]);
  const [file] = module.files;
  if (!file) throw new Error('the module has no file');
  return { url: file.url, sha256: file.sha256, text };
}

/** Asks the server itself, as whoever has this address. */
const ask = (
  peer: string,
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) => app.inject({ method, url, remoteAddress: peer, headers: { cookie: cookieOf(admin), ...headers } });

const readsOf = async (sha256: string): Promise<number> =>
  (
    await db.admin.query(
      `select 1 from audit.events e join files f on e.object_id = f.id::text and e.object_type = 'files'
       where f.sha256 = $1 and e.kind = 'access'`,
      [sha256],
    )
  ).rowCount ?? 0;

describe('[PERF-03] [SEC-04] what is handed over', () => {
  test('the proxy is told the place of the bytes by their hash, after access, integrity and trail', async () => {
    const { url, sha256 } = await textFile();
    for (const peer of [proxy, '192.168.7.9', `::ffff:${proxy}`]) {
      const answer = await ask(peer, url);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['x-accel-redirect']).toBe(`/stored-files/${within(sha256)}`);
      expect(answer.headers.etag).toBe(`"${sha256}"`);
      expect(answer.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
      expect(answer.body).toBe('');
    }
    expect(await readsOf(sha256)).toBe(3);
    // A part of what the session has read is no new read of it (AUD-01).
    expect((await ask(proxy, url, { range: 'bytes=10-' })).headers['x-accel-redirect']).toBeDefined();
    expect(await readsOf(sha256)).toBe(3);
  });

  test('nobody else sees the header, whatever a request says; they get the bytes', async () => {
    const { url, text } = await textFile();
    const lies = {
      'x-forwarded-for': proxy,
      'x-real-ip': proxy,
      forwarded: `for=${proxy}`,
      'x-accel-redirect': '/stored-files/secret-key',
      'x-sendfile': '/etc/passwd',
      'x-sendfile-type': 'X-Accel-Redirect',
      'x-accel-mapping': '/=/stored-files/',
    };
    for (const peer of ['203.0.113.77', '127.0.0.1', '10.9.0.2', '192.168.8.1']) {
      const answer = await ask(peer, url, lies);
      expect([answer.statusCode, answer.body]).toEqual([200, text]);
      expect(Object.keys(answer.headers).filter((name) => /accel|sendfile/.test(name))).toEqual([]);
    }
    expect((await ask(proxy, url, lies)).headers['x-accel-redirect']).not.toContain('secret');
  });

  test('HEAD, the copy that a browser has, and a part that is not there are answered by the server', async () => {
    const { url, sha256 } = await textFile();
    const answers = [
      await ask(proxy, url, {}, 'HEAD'),
      await ask(proxy, url, { 'if-none-match': `"${sha256}"` }),
      await ask(proxy, url, { range: 'bytes=100000-' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 304, 416]);
    for (const { headers } of answers) expect(headers['x-accel-redirect']).toBeUndefined();
  });

  test('[AUTH-13] who may not see a file, and nobody at all, gets no name of one', async () => {
    const { url } = await textFile();
    const stranger = await signIn(server.client(), await createUser(server.services));
    const answers = [
      await ask(proxy, url, { cookie: cookieOf(stranger) }),
      await ask(proxy, url, { cookie: '' }),
      await ask(proxy, '/api/files/..%2f..%2fsecret-key'),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 401, 404]);
    for (const { headers } of answers) expect(headers['x-accel-redirect']).toBeUndefined();
  });

  test('[VIEW-04] what counts as downloaded only when all of it has left is sent by the server, until it was', async () => {
    const module = await moduleWith(admin, [['table.xlsx', sample.makeOffice('xlsx')]]);
    const url = module.files[0]?.url ?? '';
    await assign(server.services, adminUser.id, module);
    const headers = { range: 'bytes=0-3' };
    const first = await ask(proxy, url, headers);
    expect([first.statusCode, first.headers['x-accel-redirect']]).toEqual([200, undefined]);
    expect(first.rawPayload.equals(sample.makeOffice('xlsx'))).toBe(true);
    expect((await ask(proxy, url, headers)).headers['x-accel-redirect']).toBeDefined();
  });

  test('a file that was changed is not handed over', async () => {
    const { url, sha256 } = await textFile();
    expect((await ask(proxy, url)).headers['x-accel-redirect']).toBeDefined();
    await appendFile(path.join(server.services.config.filesDir, within(sha256)), 'more');
    const answer = await ask(proxy, url);
    expect(answer.statusCode).toBe(500);
    expect(answer.headers['x-accel-redirect']).toBeUndefined();
  });

  test('the group of the proxy may read what is stored, and others may not', async () => {
    const { sha256 } = await textFile();
    const file = path.join(server.services.config.filesDir, within(sha256));
    expect((await stat(file)).mode & 0o777).toBe(0o640 & ~process.umask());
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o750 & ~process.umask());
  });
});

/** What differs from answer to answer, or belongs to one connection. */
const ofConnection = new Set(['connection', 'date', 'keep-alive', 'server', 'x-request-id', 'via']);
const headersOf = (headers: Headers): Record<string, string | undefined> =>
  Object.fromEntries([...headers].filter(([name]) => !ofConnection.has(name)));

describe.each(['nginx', 'caddy'] as const satisfies ProxyName[])('[PERF-03] [MOD-08] through %s', (name) => {
  let behind: TestServer;
  let front: FileProxy;
  let plain: TestServer;
  beforeAll(async () => {
    if (!hasProxy(name)) return;
    const { filesDir, secretKey, dataDir } = server.services.config;
    const own = { db, dataDir, config: { filesDir, secretKey } };
    plain = await startTestServer(own);
    behind = await startTestServer({
      ...own,
      config: { ...own.config, sendFilesBy: headerOf[name], trustedProxies: ['127.0.0.1'] },
    });
    front = await startFileProxy(name, behind.url, filesDir);
  });
  afterAll(async () => {
    await front?.stop();
    await behind?.close();
    await plain?.close();
  });

  const get = async (base: string, url: string, headers: Record<string, string>, method = 'GET') => {
    const answer = await fetch(base + url, { method, headers: { cookie: cookieOf(admin), ...headers } });
    const seen = headersOf(answer.headers);
    // A part says by itself that there are parts, and what is not sent has no length.
    if (answer.status === 206) delete seen['accept-ranges'];
    if (answer.status === 304) for (const one of ['content-length', 'content-type']) delete seen[one];
    return {
      status: answer.status,
      headers: seen,
      body: hashOf(Buffer.from(await answer.arrayBuffer())),
    };
  };

  test.skipIf(!hasProxy(name))(
    `the answer is the one of the server alone: bytes, parts, type, name, caching and policies (skipped without ${name})`,
    async () => {
      const { url, sha256 } = await textFile();
      const pdf = await moduleWith(admin, [['guide.pdf', await sample.makePdf(1)]]);
      const pdfUrl = pdf.files[0]?.url ?? '';
      const tag = `"${sha256}"`;
      const calls: readonly (readonly [string, Record<string, string>, string?])[] = [
        [url, {}],
        [url, {}, 'HEAD'],
        [`${url}?download=true`, {}],
        [url, { range: 'bytes=0-0' }],
        [url, { range: 'bytes=10-19' }],
        [url, { range: 'bytes=990-' }],
        [url, { range: 'bytes=-7' }],
        [url, { range: 'bytes=2000-' }],
        [url, { range: 'bytes=5-6,8-9' }],
        [url, { range: 'bytes=10-19', 'if-range': tag }],
        [url, { range: 'bytes=10-19', 'if-range': '"another"' }],
        [url, { 'if-none-match': tag }],
        [url, { 'if-none-match': '"another"' }],
        [url, { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }],
        [pdfUrl, {}],
        [pdfUrl, { range: 'bytes=0-9' }],
      ];
      for (const [path, headers, method] of calls) {
        const through = await get(front.url, path, headers, method);
        expect([path, headers, method, through]).toEqual([
          path,
          headers,
          method,
          await get(plain.url, path, headers, method),
        ]);
      }
      // The bytes came from the proxy: the server alone would have told nobody.
      const told = await fetch(behind.url + url, { headers: { cookie: cookieOf(admin) } });
      expect([told.headers.has(headerOf[name]), await told.text()]).toEqual([true, '']);
    },
  );

  test.skipIf(!hasProxy(name))(
    `nobody gets a stored file by an address of the proxy, nor by headers (skipped without ${name})`,
    async () => {
      const { sha256, text } = await textFile();
      for (const path of [
        `/stored-files/${within(sha256)}`,
        `/stored-files/../secret-key`,
        `/stored-files//${within(sha256)}`,
        server.services.config.filesDir + `/${within(sha256)}`,
      ]) {
        for (const headers of [{}, { 'x-accel-redirect': path, 'x-sendfile': path }] as Record<
          string,
          string
        >[]) {
          const answer = await get(front.url, path, headers);
          expect([path, answer.body === hashOf(text)]).toEqual([path, false]);
          expect(Object.keys(answer.headers).filter((one) => /accel|sendfile/.test(one))).toEqual([]);
        }
      }
      const anonymous = await fetch(`${front.url}/api/files/x.txt`, {
        headers: { 'x-accel-redirect': `/stored-files/${within(sha256)}` },
      });
      expect(anonymous.status).toBe(401);
    },
  );
});
