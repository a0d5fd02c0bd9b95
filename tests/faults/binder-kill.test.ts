import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { bindersContract } from '#shared/contract/binders.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { sweepBindersJob } from '#server/domains/reports/binder/binder.jobs.ts';
import { removeOrphans } from '#server/platform/files/file-jobs.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createObservedPlace, type ObservedPlace } from '#tests/harness/observed-place.ts';
import { until } from '#tests/harness/poll.ts';
import type { TestServer } from '#tests/harness/server.ts';
import { createTrainingWorld } from '#tests/harness/training-world.ts';
import { asFixture, createUsers } from '#tests/harness/world.ts';

type View = ResponseOf<typeof bindersContract.request>;

let place: ObservedPlace;
/** Takes the requests, writes nothing itself. */
let observer: TestServer;
let admin: TestClient;
let userIds: readonly string[];

beforeAll(async () => {
  place = await createObservedPlace();
  ({ observer } = place);
  const world = await createTrainingWorld(observer, 0);
  ({ admin } = world);
  const organizationId = world.organization.id;
  const people = await createUsers(
    observer.services,
    Array.from({ length: 60 }, (_, at) => ({ organizationId, lastName: `Last${String(at)}` })),
  );
  userIds = people.map(({ id }) => id);
});
afterAll(async () => {
  await place?.close();
});

const viewOf = async (id: number): Promise<View | undefined> =>
  (await admin.get<View[]>('/api/exports')).body.find((one) => one.id === id);
const hashOf = async (id: number): Promise<string> => {
  const { body } = await admin.get<Buffer>(`/api/exports/${String(id)}/file`);
  return createHash('sha256').update(body).digest('hex');
};
const request = async (asOf: string): Promise<number> =>
  (await admin.post<View>('/api/binders', { userIds, asOf })).body.id;
const ready = (id: number) =>
  until('the binder is ready', async () => (await viewOf(id))?.state === 'ready', {
    timeout: 120_000,
    interval: 100,
  });

test('[INS-04] F1: kill -9 in the middle of a binder leaves no half file, and the next server writes it whole, with the same bytes', async () => {
  const asOf = observer.services.clock.now().toISOString();
  const victim = await place.start();
  const id = await request(asOf);
  await until('some people are in it', async () => ((await viewOf(id))?.rowsDone ?? 0) > 2, {
    timeout: 60_000,
    interval: 20,
  });
  victim.kill('SIGKILL');
  await victim.ended;
  expect(await viewOf(id)).toMatchObject({ state: 'running', fileName: null });
  expect((await admin.get(`/api/exports/${String(id)}/file`)).status).toBe(404);
  expect(await observer.services.db.selectFrom('files').select('mime').execute()).toHaveLength(0);
  await removeOrphans(observer.services, -1000);
  for await (const { sha256 } of observer.services.files.list())
    expect(await observer.services.files.check(sha256)).toBe(true);

  // The queue itself gives the job of a silent worker to another within two minutes; the sweep finds the binder too.
  await asFixture(observer.services, (tx) =>
    sql`update export_progress set updated_at = updated_at - interval '11 minutes'`.execute(tx.db),
  );
  await sweepBindersJob.run(observer.services, {});
  const next = await place.start();
  await ready(id);
  expect(await viewOf(id)).toMatchObject({ rowsDone: userIds.length, problem: null });
  const again = await request(asOf);
  await ready(again);
  expect(await hashOf(again)).toBe(await hashOf(id));
  next.kill('SIGTERM');
  await next.ended;
}, 300_000);
