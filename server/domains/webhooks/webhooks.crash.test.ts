import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#server/platform/config/config.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/poll.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startProduct } from '#tests/harness/product.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#tests/harness/webhook-receiver.ts';
import { createUser, signIn } from '#tests/harness/world.ts';
import { deliverDue } from './deliver.ts';
import { sentAtOnce } from './send-delivery.ts';

const secretKeyText = randomBytes(48).toString('base64');
const folder = temporaryFolder();

let db: TestDatabase;
let server: TestServer;
let receiver: WebhookReceiver;

beforeAll(async () => {
  db = await createTestDatabase();
  const { secretKey } = loadConfig({
    PORT: '0',
    DATA_DIR: folder.dir,
    SECRET_KEY: secretKeyText,
    DEMO: '0',
  });
  server = await startTestServer({ db, config: { secretKey, webhookPrivateHosts: ['127.0.0.1'] } });
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await server?.close();
  await receiver?.close();
  await db?.drop();
  folder.remove();
});

test('[OPS-06] [OPS-03] kill -9 in the middle of deliveries loses none: those without an answer are sent again with the same ids', async () => {
  const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  const { body: hook } = await admin.post<{ id: number; secret: string }>('/api/webhooks', {
    name: 'Quality system',
    address: `${receiver.url}/hook`,
    events: ['user.created'],
    organizationId: null,
  });
  receiver.answer('silent');
  for (let count = 0; count < 30; count += 1) await admin.post(`/api/webhooks/${String(hook.id)}/test`);
  const victim = await startProduct({
    DATABASE_URL: db.url,
    DATA_DIR: path.join(folder.dir, 'data'),
    SECRET_KEY: secretKeyText,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
    DEMO: '0',
  });
  await until('deliveries to be under way', () => receiver.received.length >= sentAtOnce, {
    timeout: 90_000,
  });
  victim.kill('SIGKILL');
  await victim.ended;
  receiver.answer(204);
  const states = async () => {
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*)::int as count from webhook_deliveries group by state order by state`.execute(
      db.db,
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  };
  expect(await states()).toEqual({ sending: sentAtOnce, waiting: 30 - sentAtOnce });
  await db.moveClock({ minutes: 3 });
  while (await deliverDue(server.services, hook.id));
  await db.moveClock({});
  expect(await states()).toEqual({ delivered: 30 });
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'] ?? '');
  expect([ids.length, new Set(ids).size]).toEqual([30 + sentAtOnce, 30]);
  const [first] = receiver.received;
  expect(new Webhook(hook.secret).verify(first?.body ?? '', { ...first?.headers })).toMatchObject({
    type: 'webhook.test',
  });
}, 240_000);
