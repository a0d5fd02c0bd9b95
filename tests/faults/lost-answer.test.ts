import { randomBytes } from 'node:crypto';
import net from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#server/platform/config/config.ts';
import { createClient, type TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startProduct } from '#tests/harness/product.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  countRows,
  createMatrix,
  createTextModules,
  createTrainingWorld,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { signIn } from '#tests/harness/world.ts';

const secret = randomBytes(48).toString('base64');
const folder = temporaryFolder();
let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;

beforeAll(async () => {
  db = await createTestDatabase();
  // Servers of one installation share their secret: it keys what is kept of an Idempotency-Key.
  const { secretKey } = loadConfig({ PORT: '0', DATA_DIR: folder.dir, SECRET_KEY: secret, DEMO: '0' });
  server = await startTestServer({ db, config: { secretKey } });
  world = await createTrainingWorld(server, 3);
});

afterAll(async () => {
  await server.close();
  await db.drop();
  folder.remove();
});

/** A line to a server that breaks as soon as the server answers; keeps what the client never got. */
interface BreakingLine {
  readonly url: string;
  readonly swallowed: () => string;
  readonly close: () => Promise<void>;
}

async function breakingLine(target: string, onAnswer: () => void): Promise<BreakingLine> {
  let swallowed = '';
  const lines = new Set<net.Socket>();
  const line = net.createServer((client) => {
    const { hostname, port } = new URL(target);
    const upstream = net.connect(Number(port), hostname);
    lines.add(upstream);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.pipe(upstream);
    upstream.on('data', (chunk) => {
      swallowed += chunk.toString('utf8');
      if (!client.destroyed) onAnswer();
      client.destroy();
    });
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const { port } = line.address() as net.AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    swallowed: () => swallowed,
    close: () => {
      for (const upstream of lines) upstream.destroy();
      return new Promise((resolve) => line.close(() => resolve()));
    },
  };
}

interface Lost {
  readonly path: string;
  readonly body: () => unknown;
  readonly key: string;
}

/** Sends over a line that breaks at the answer, then again over a whole one; answers what was lost and what came. */
async function sendTwice(url: string, again: TestClient, lost: Lost, onAnswer: () => void) {
  const line = await breakingLine(url, onAnswer);
  try {
    const headers = { 'idempotency-key': lost.key };
    const broken = createClient(line.url);
    for (const [name, value] of again.cookies) broken.cookies.set(name, value);
    await expect(broken.post(lost.path, lost.body(), { headers })).rejects.toThrow('fetch failed');
    const answer = await again.post(lost.path, lost.body(), { headers });
    return { answer, swallowed: line.swallowed() };
  } finally {
    await line.close();
  }
}

test('[OPS-03] F3: the answer is lost after the commit: the same Idempotency-Key gets it again, and there is one record', async () => {
  const { admin } = world;
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const matrixId = await createMatrix(world, [moduleId]);
  const upload = () => {
    const form = new FormData();
    form.set('moduleInfo', '{"title":"Lost upload"}');
    form.set('file', new Blob(['every byte of it']), 'lost.txt');
    return form;
  };
  const calls = [
    {
      path: '/api/organizations',
      body: () => ({ name: 'Lost organization', type: 'Site' }),
      rows: sql`select 1 from organizations where name = 'Lost organization'`,
      records: 1,
    },
    {
      path: '/api/training-modules/quick-create',
      body: upload,
      rows: sql`select 1 from training_modules where title = 'Lost upload'`,
      records: 1,
    },
    {
      path: '/api/training-matrix/assign',
      body: () => ({ matrixId, specificUserIds: world.learners.map(({ id }) => id) }),
      rows: sql`select 1 from training_assignments where module_id = ${moduleId}`,
      records: world.learners.length,
    },
  ];
  for (const [index, { path: url, body, rows, records }] of calls.entries()) {
    const key = `lost-answer-${String(index)}`;
    const commands = sql`select 1 from audit.events where kind = 'command'`;
    const before = await countCommands(commands);
    const { answer, swallowed } = await sendTwice(server.url, admin, { path: url, body, key }, () => {});
    expect(swallowed, url).toMatch(/^HTTP\/1\.1 20[01] /);
    expect(answer.status, JSON.stringify(answer.body)).toBe(Number(swallowed.slice(9, 12)));
    expect(answer.body).toEqual(JSON.parse(swallowed.slice(swallowed.indexOf('\r\n\r\n') + 4)));
    expect(await countRows(server.services, rows)).toBe(records);
    expect((await countCommands(commands)) - before).toBe(1);
  }
});

/** Counts what only the owner of the trail may read. */
async function countCommands(query: ReturnType<typeof sql>): Promise<number> {
  const { sql: text } = query.compile(server.services.db);
  return (await db.admin.query(text)).rows.length;
}

test('[OPS-03] F3: kill -9 of the server that was about to answer: another one gives the same answer, once', async () => {
  const victim = await startProduct({
    DATABASE_URL: db.url,
    DATA_DIR: path.join(folder.dir, 'data'),
    SECRET_KEY: secret,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    DEMO: '0',
  });
  const again = await signIn(server.client(), world.adminUser);
  const lost = {
    path: '/api/organizations',
    body: () => ({ name: 'Killed organization', type: 'Site' }),
    key: 'lost-with-its-server',
  };
  const { answer, swallowed } = await sendTwice(victim.url, again, lost, () => victim.kill('SIGKILL'));
  await victim.ended;
  expect(answer.status).toBe(201);
  expect(swallowed).toContain('"name":"Killed organization"');
  expect(answer.body).toEqual(JSON.parse(swallowed.slice(swallowed.indexOf('\r\n\r\n') + 4)));
  expect(
    await countRows(server.services, sql`select 1 from organizations where name = 'Killed organization'`),
  ).toBe(1);
});
