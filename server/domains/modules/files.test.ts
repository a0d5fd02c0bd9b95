import { request } from 'node:http';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkFileJob, checkFilesSweep, removeOrphans } from '#server/platform/files/file-jobs.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { assign, load, moduleWith, type Module, type ProblemBody } from '#tests/harness/module-world.ts';
import * as sample from '#tests/harness/sample-files.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
let learner: TestClient;
let person: FixtureUser;

beforeAll(async () => {
  // Damaged files are errors in the log, and many are damaged here.
  vi.stubEnv('TEST_LOG_LEVEL', 'fatal');
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  person = await createUser(server.services);
  learner = await signIn(server.client(), person);
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const storedPath = (sha256: string) =>
  join(server.services.config.filesDir, sha256.slice(0, 2), sha256.slice(2, 4), sha256);

let counter = 0;
/** A module with one text file of ten bytes times `times`, its own content each time. */
async function textFile(times = 10): Promise<{ module: Module; url: string; sha256: string; text: string }> {
  counter += 1;
  const text = `${String(counter).padStart(9, '0')}\n`.repeat(times);
  const module = await moduleWith(admin, [[`file ${String(counter)}.txt`, text]]);
  const [file] = module.files;
  if (!file) throw new Error('the module has no file');
  return { module, url: file.url, sha256: file.sha256, text };
}

test('[MOD-08] GET and HEAD answer type, length, ETag and headers under which nothing runs in our origin', async () => {
  const { url, sha256, text } = await textFile();
  const got = await admin.fetch('GET', url);
  expect(got.status).toBe(200);
  expect(await got.text()).toBe(text);
  const head = await admin.fetch('HEAD', url);
  expect(head.status).toBe(200);
  expect(await head.text()).toBe('');
  for (const { headers } of [got, head]) {
    expect(headers.get('content-length')).toBe('100');
    expect(headers.get('etag')).toBe(`"${sha256}"`);
    expect(headers.get('accept-ranges')).toBe('bytes');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toMatch(/^private/);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-disposition')).toMatch(/^inline; filename="file \d+\.txt"/);
  }
  expect((await admin.fetch('GET', `${url}?download=true`)).headers.get('content-disposition')).toMatch(
    /^attachment;/,
  );
});

test('[MOD-08] a PDF is shown by the viewer of any browser: inline, as a PDF, without a sandbox that would break it', async () => {
  const module = await moduleWith(admin, [['guide.pdf', await sample.makePdf(1)]]);
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await admin.fetch(method, module.files[0]?.url ?? '');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toMatch(/^inline; filename="guide.pdf"/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("frame-ancestors 'self'");
  }
});

test.each([
  ['bytes=0-9', 206, 0, 9],
  ['bytes=90-', 206, 90, 99],
  ['bytes=-10', 206, 90, 99],
  ['bytes=50-5000', 206, 50, 99],
  ['bytes=-5000', 206, 0, 99],
  ['BYTES=0-0', 206, 0, 0],
  ['bytes=100-', 416, 0, 0],
  ['bytes=-0', 416, 0, 0],
  ['bytes=9-3', 200, 0, 99],
  ['bytes=0-1,5-6', 200, 0, 99],
  ['bytes=a-b', 200, 0, 99],
  ['lines=1-2', 200, 0, 99],
] as const)('[MOD-08] Range %s is answered %i', async (range, status, start, end) => {
  const { url, text } = await textFile();
  const answer = await admin.fetch('GET', url, undefined, { headers: { range } });
  expect(answer.status).toBe(status);
  if (status === 416) {
    expect(answer.headers.get('content-range')).toBe('bytes */100');
    return;
  }
  expect(await answer.text()).toBe(text.slice(start, end + 1));
  expect(answer.headers.get('content-length')).toBe(String(end - start + 1));
  expect(answer.headers.get('content-range')).toBe(
    status === 206 ? `bytes ${String(start)}-${String(end)}/100` : null,
  );
  const head = await admin.fetch('HEAD', url, undefined, { headers: { range } });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '100']);
});

test('[MOD-08] If-None-Match answers 304, If-Range gives the part only of the same file', async () => {
  const { url, sha256 } = await textFile();
  const call = (headers: Record<string, string>, method = 'GET') =>
    admin.fetch(method, url, undefined, { headers });
  for (const value of [`"${sha256}"`, `W/"${sha256}"`, `"other", "${sha256}"`, '*']) {
    expect((await call({ 'if-none-match': value })).status, value).toBe(304);
    expect((await call({ 'if-none-match': value }, 'HEAD')).status, value).toBe(304);
  }
  expect((await call({ 'if-none-match': '"other"' })).status).toBe(200);
  expect((await call({ range: 'bytes=0-9', 'if-range': `"${sha256}"` })).status).toBe(206);
  expect((await call({ range: 'bytes=0-9', 'if-range': '"older"' })).status).toBe(200);
  expect((await call({ range: 'bytes=0-9', 'if-range': 'Sat, 21 Nov 2026 04:00:00 GMT' })).status).toBe(200);
});

test('[MOD-08] [MOD-09] what the page does not preview is an attachment under its own name', async () => {
  const module = await moduleWith(admin, [
    ['Größe & "Maß".docx', sample.makeOffice('docx')],
    ['a.pdf', await sample.makePdf(1)],
  ]);
  const [word, pdf] = await Promise.all(module.files.map((file) => admin.fetch('HEAD', file.url)));
  expect(word?.headers.get('content-disposition')).toBe(
    `attachment; filename="Gro_e & _Ma__.docx"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%26%20%22Ma%C3%9F%22.docx`,
  );
  expect(pdf?.headers.get('content-disposition')).toMatch(/^inline;/);
});

test('[MOD-08] [AUTH-13] T12: only who may see the module gets the file; foreign, missing and forbidden are 404 alike', async () => {
  const { url, module, text } = await textFile();
  const foreign = await learner.fetch('GET', url);
  const missing = await learner.fetch('GET', '/api/files/nothing.txt');
  const read = async (response: Response) => ({ ...((await response.json()) as object), requestId: '' });
  expect([foreign.status, missing.status]).toEqual([404, 404]);
  expect(await read(foreign)).toEqual(await read(missing));
  expect((await learner.fetch('HEAD', url)).status).toBe(404);
  expect((await server.client().fetch('GET', url)).status).toBe(401);
  const voided = await assign(server.services, person.id, module, 'voided');
  expect(voided).toBeGreaterThan(0);
  expect((await learner.fetch('GET', url)).status).toBe(404);
  await assign(server.services, person.id, module, 'completed');
  expect(await (await learner.fetch('GET', url)).text()).toBe(text);
});

test.each([
  '..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '../../../etc/passwd',
  '..%5c..%5cwindows%5cwin.ini',
  '%2fetc%2fpasswd',
  '....//....//etc/passwd',
  '%252e%252e%252fetc%252fpasswd',
  'x%00.txt',
  '%00',
  '%5c%5cserver%5cshare%5cfile.txt',
  'C:%5cWindows%5cwin.ini',
  'file:%2f%2f%2fetc%2fpasswd',
  '%c0%ae%c0%ae%2fetc%2fpasswd',
  '%e0%80%ae',
  '..;/secret',
  '.',
  '..',
  '%2e',
  'a'.repeat(5000),
  '%f0%9f%92%a9'.repeat(200),
  'tmp',
  'tmp/..',
  '%7e%2f.ssh%2fid_rsa',
  "'%20or%20'1'='1",
  '*',
  '%25',
])('[MOD-08] T12: R-SEC-14 the path %s is not found', async (name) => {
  const answer = await rawPath(`/api/files/${name}`);
  expect(answer.status).toBe(404);
  expect(answer.text).not.toContain('root:');
});

test('[MOD-08] a long file comes whole to many at once, and readers who go away in the middle leave the server well', async () => {
  const { url, text } = await textFile(300_000);
  const { hostname, port } = new URL(server.url);
  const cookie = [...admin.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const leave = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request({ hostname, port, path: url, agent: false, headers: { cookie } }, (answer) => {
        answer.once('data', () => answer.destroy()).once('close', resolve);
      });
      sent.on('error', reject).end();
    });
  const whole = async () => (await (await admin.fetch('GET', url)).text()) === text;
  const all = await Promise.all(Array.from({ length: 6 }, async () => Promise.all([whole(), leave()])));
  expect(all.map(([same]) => same)).toEqual(all.map(() => true));
  expect(await whole()).toBe(true);
});

/** Sends a path byte by byte: fetch would tidy it first. */
function rawPath(path: string): Promise<{ readonly status: number; readonly text: string }> {
  const { hostname, port } = new URL(server.url);
  const cookie = [...admin.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, agent: false, headers: { cookie } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on('error', reject).end();
  });
}

test('[AUD-01] a read is in the trail once before its bytes leave; a later part, HEAD and 304 are no new reads', async () => {
  const { url, sha256 } = await textFile();
  const reads = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from audit.events where action = 'file.read' and object_id = (select id::text from files where sha256 = ${sha256})`.execute(
      server.services.db,
    );
    return Number(rows[0]?.count);
  };
  await (await admin.fetch('GET', url)).text();
  expect(await reads()).toBe(1);
  await (await admin.fetch('GET', url, undefined, { headers: { range: 'bytes=0-9' } })).text();
  expect(await reads()).toBe(2);
  await (await admin.fetch('GET', url, undefined, { headers: { range: 'bytes=10-19' } })).text();
  await admin.fetch('HEAD', url);
  await admin.fetch('GET', url, undefined, { headers: { 'if-none-match': '*' } });
  expect(await reads()).toBe(2);
});

test('[AUD-01] a copy that the browser is told to keep is a read too, once for each session', async () => {
  const { url, sha256 } = await textFile();
  const boss = await createUser(server.services, { role: 'admin' });
  const client = await signIn(server.client(), boss);
  const reads = async () => {
    const { rows } = await sql`
      select 1 from audit.events where action = 'file.read' and actor_id = ${boss.id}`.execute(
      server.services.db,
    );
    return rows.length;
  };
  const headers = { 'if-none-match': `"${sha256}"` };
  expect((await client.fetch('HEAD', url, undefined, { headers })).status).toBe(304);
  expect(await reads()).toBe(0);
  for (const _ of [1, 2]) {
    expect((await client.fetch('GET', url, undefined, { headers })).status).toBe(304);
    expect(await reads()).toBe(1);
  }
});

test('[AUD-01] a read that begins behind the first byte is in the trail too, once for each session', async () => {
  const { url, sha256 } = await textFile();
  const reads = async () => {
    const { rows } = await sql<{ actor: string }>`
      select actor_id as actor from audit.events
      where action = 'file.read' and object_id = (select id::text from files where sha256 = ${sha256}) order by id`.execute(
      server.services.db,
    );
    return rows.map(({ actor }) => actor);
  };
  const part = async (client: TestClient, range: string) =>
    (await client.fetch('GET', url, undefined, { headers: { range } })).status;
  const boss = await createUser(server.services, { role: 'admin' });
  const first = await signIn(server.client(), boss);
  expect(await part(first, 'bytes=1-')).toBe(206);
  expect(await part(first, 'bytes=-99')).toBe(206);
  expect(await part(first, 'bytes=50-60')).toBe(206);
  expect(await part(first, 'bytes=500-')).toBe(416);
  expect(await reads()).toEqual([boss.id]);
  expect(await part(await signIn(server.client(), boss), 'bytes=1-')).toBe(206);
  expect(await reads()).toEqual([boss.id, boss.id]);
  const other = await createUser(server.services, { role: 'admin' });
  expect(await part(await signIn(server.client(), other), 'bytes=99-')).toBe(206);
  expect(await reads()).toEqual([boss.id, boss.id, other.id]);
});

test('[SEC-04] DI-02: a stored byte that was swapped is never served: in place, with its time put back, or replaced', async () => {
  const swaps: readonly ((path: string) => Promise<void>)[] = [
    async (path) => writeFile(path, flip(await readFile(path))),
    async (path) => {
      const { atime, mtime } = await stat(path);
      await writeFile(path, flip(await readFile(path)));
      await utimes(path, atime, mtime);
    },
    async (path) => {
      await writeFile(`${path}.other`, flip(await readFile(path)));
      await rename(`${path}.other`, path);
    },
    async (path) => writeFile(path, (await readFile(path)).subarray(0, 50)),
    async (path) => rm(path),
  ];
  for (const served of [false, true]) {
    for (const [index, swap] of swaps.entries()) {
      const { url, sha256, text } = await textFile();
      if (served) expect(await (await admin.fetch('GET', url)).text()).toBe(text);
      const path = storedPath(sha256);
      const original = await readFile(path);
      await swap(path);
      for (const [method, headers] of [
        ['GET', {}],
        ['GET', { range: 'bytes=0-3' }],
        ['HEAD', {}],
      ] as const) {
        const answer = await admin.fetch(method, url, undefined, { headers });
        expect(answer.status, `swap ${String(index)} ${method}`).toBe(500);
        if (method === 'GET') expect(((await answer.json()) as ProblemBody).code).toBe('INTEGRITY_FAILED');
      }
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, original);
      expect(await (await admin.fetch('GET', url)).text(), `swap ${String(index)} healed`).toBe(text);
    }
  }
});

function flip(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[4] = (copy[4] ?? 0) ^ 1;
  return copy;
}

test('[SEC-04] a file is hashed when it is first served and then only when its facts differ', async () => {
  const { url, sha256 } = await textFile();
  const check = async () =>
    server.services.db
      .selectFrom('fileChecks')
      .innerJoin('files', 'files.id', 'fileId')
      .select(['checkedAt', 'isIntact'])
      .where('sha256', '=', sha256)
      .executeTakeFirst();
  expect(await check()).toBeUndefined();
  await (await admin.fetch('GET', url)).text();
  const first = await check();
  expect(first?.isIntact).toBe(true);
  await (await admin.fetch('GET', url)).text();
  expect((await check())?.checkedAt).toEqual(first?.checkedAt);
  await utimes(storedPath(sha256), new Date(), new Date());
  await (await admin.fetch('GET', url)).text();
  expect((await check())?.checkedAt).not.toEqual(first?.checkedAt);
});

test('[SEC-04] the weekly check finds what changed, tells it once, and plans every file whose check is old', async () => {
  const { sha256 } = await textFile();
  const row = await server.services.db
    .selectFrom('files')
    .select('id')
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow();
  await checkFileJob.run(server.services, { fileId: row.id });
  await writeFile(storedPath(sha256), 'something else');
  const damage = async () => {
    const { rows } = await sql<{
      count: number;
    }>`select count(*) from audit.events where action = 'file.damage-found'`.execute(server.services.db);
    return Number(rows[0]?.count);
  };
  const before = await damage();
  await checkFileJob.run(server.services, { fileId: row.id });
  await checkFileJob.run(server.services, { fileId: row.id });
  expect(await damage()).toBe(before + 1);
  expect(
    await server.services.db
      .selectFrom('fileChecks')
      .select(['isIntact', 'problem'])
      .where('fileId', '=', row.id)
      .executeTakeFirst(),
  ).toEqual({ isIntact: false, problem: 'changed' });
  await server.services.db
    .updateTable('fileChecks')
    .set({ checkedAt: new Date(Date.now() - 7 * 86_400_000) })
    .where('fileId', '=', row.id)
    .execute();
  await checkFilesSweep.run(server.services, {});
  const { rows } = await sql<{
    fileId: number;
  }>`select (data->>'fileId')::int as file_id from pgboss.job where name = 'files.check'`.execute(
    server.services.db,
  );
  expect(rows.map((job) => job.fileId)).toContain(row.id);
});

test('[MOD-07] F1: bytes without a row are removed once they are old, those with one never', async () => {
  const { sha256, url } = await textFile();
  const orphan = 'f'.repeat(64);
  await mkdir(dirname(storedPath(orphan)), { recursive: true });
  await writeFile(storedPath(orphan), 'left behind');
  expect(await removeOrphans(server.services, 3_600_000)).toBe(0);
  expect(await removeOrphans(server.services, -1000)).toBe(1);
  await expect(stat(storedPath(orphan))).rejects.toThrow(/ENOENT/);
  await stat(storedPath(sha256));
  expect((await admin.fetch('GET', url)).status).toBe(200);
});

test('[MOD-08] the same bytes in two modules are one stored file with two names, each seen by its own readers', async () => {
  const text = 'bytes that two modules share';
  const [one, two] = [
    await moduleWith(admin, [['shared.txt', text]]),
    await moduleWith(admin, [['shared.txt', text]]),
  ];
  await assign(server.services, person.id, two);
  expect((await learner.fetch('GET', one.files[0]?.url ?? '')).status).toBe(404);
  expect((await learner.fetch('GET', two.files[0]?.url ?? '')).status).toBe(200);
  await load(admin, one.id, [], { keepFiles: '[]', contentData: 'no file any more, only this text' });
  expect((await admin.fetch('GET', one.files[0]?.url ?? '')).status).toBe(404);
  expect((await learner.fetch('GET', two.files[0]?.url ?? '')).status).toBe(200);
});
