import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeOrphans } from '#server/platform/files/file-jobs.ts';
import { convertFilesSweep } from '#server/platform/files/office/convert-jobs.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { makeFakeSoffice } from '#tests/harness/fake-soffice.ts';
import { moduleWith, type Module } from '#tests/harness/module-world.ts';
import { createObservedPlace, type ObservedPlace } from '#tests/harness/observed-place.ts';
import { until } from '#tests/harness/poll.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { makeOffice, makePdf } from '#tests/harness/sample-files.ts';
import type { TestServer } from '#tests/harness/server.ts';
import { asFixture, createUser, signIn } from '#tests/harness/world.ts';

const fake = makeFakeSoffice();
/** What a killed server leaves in it goes with the test. */
const temporary = temporaryFolder();
let place: ObservedPlace;
/** Takes the upload, converts nothing itself. */
let observer: TestServer;
let admin: TestClient;

beforeAll(async () => {
  place = await createObservedPlace({ officeConverter: fake.converter() });
  ({ observer } = place);
  admin = await signIn(observer.client(), await createUser(observer.services, { role: 'admin' }));
});
afterAll(async () => {
  await place?.close();
  temporary.remove();
  fake.remove();
});

const startVictim = () => place.start({ SOFFICE_PATH: fake.path, TMPDIR: temporary.dir });

test('[MOD-09] F1: kill -9 in the middle of a conversion ends the converter too, leaves no half file, and the job is done by who comes next', async () => {
  fake.behave('hangs', await makePdf(2, { title: 'after the storm' }));
  const victim = await startVictim();
  expect(victim.stdout()).toContain(fake.path);
  const module = await moduleWith(admin, [['deck.pptx', makeOffice('pptx')]]);
  const state = async () =>
    (await admin.get<Module>(`/api/training-modules/${String(module.id)}`)).body.files[0]?.conversion;
  await until('the conversion has begun', () => fake.runs() === 1 && fake.alive().length > 0);
  victim.kill('SIGKILL');
  await victim.ended;
  await until('the converter has ended with its server', () => fake.alive().length === 0);
  expect(await state()).toEqual({ state: 'pending' });
  expect(await observer.services.db.selectFrom('files').select('mime').execute()).toHaveLength(1);
  await removeOrphans(observer.services, -1000);
  for await (const { sha256 } of observer.services.files.list()) {
    expect(await observer.services.files.check(sha256)).toBe(true);
  }

  fake.behave('pdf');
  // The queue itself gives the job of a silent worker to another within two minutes; the sweep finds the file too.
  await asFixture(observer.services, (tx) =>
    sql`update file_conversions set planned_at = planned_at - interval '11 minutes'`.execute(tx.db),
  );
  await convertFilesSweep.run(observer.services, {});
  const next = await startVictim();
  const converted = await until(
    'the next server has converted it',
    async () => {
      const now = await state();
      return now?.state === 'converted' ? now : null;
    },
    { timeout: 60_000, interval: 100 },
  );
  expect(converted).toMatchObject({ pages: 2 });
  expect(fake.runs()).toBe(2);
  next.kill('SIGTERM');
  await next.ended;
});
