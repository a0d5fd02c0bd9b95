import { expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { agreementSteps, hrTests } from '#tests/harness/hr-tests.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

const tests = hrTests();
const { draft, upload, sent, step } = agreementSteps(tests);

test('[INS-01] [HR-05] an inspection that includes agreements shows no drafts: not in the list, not by their id, not as a file', async () => {
  const { hr, organization } = tests.world;
  const { services } = tests.server;
  const day = services.clock.now().toISOString().slice(0, 10);
  const admin = await signIn(tests.server.client(), await createUser(services, { role: 'admin' }));
  const visitor = await createUser(services, {});
  const opened = await admin.post('/api/inspections', {
    title: 'Routine inspection',
    purpose: 'Agreements of the last two years',
    organizationIds: [organization.id],
    fromDay: day,
    toDay: addDays(day, 4),
    userIds: [visitor.id],
    sees: ['agreements'],
  });
  expect(opened.status).toBe(201);
  const inspector = await signIn(tests.server.client(), visitor);
  const { id: draftId } = await draft({ title: 'Not sent yet' });
  const { versionId: draftFile } = (await upload(draftId)).body;
  const shown = await sent();
  const withdrawn = await sent({ title: 'Withdrawn again' });
  expect((await step(hr, 'withdraw', withdrawn.id)).status).toBe(200);

  const list = async (query = '') => inspector.get<{ id: number }[]>(`/api/hr/agreements${query}`);
  const all = await list();
  expect(all.body.map(({ id }) => id)).toEqual([shown.id]);
  expect(all.headers.get('x-total-count')).toBe('1');
  expect((await list('?state=draft')).body).toEqual([]);
  expect((await list('?q=Withdrawn')).body).toEqual([]);
  const status = async (path: string) => (await inspector.get(path)).status;
  expect(await status(`/api/hr/agreements/${String(shown.id)}`)).toBe(200);
  for (const id of [draftId, withdrawn.id, 999_999])
    for (const part of ['', '/proof', '/signed-copy'])
      expect([id, part, await status(`/api/hr/agreements/${String(id)}${part}`)]).toEqual([id, part, 404]);
  const fileOf = (versionId: number | null) => `/api/hr/files/${String(versionId)}`;
  expect(await status(fileOf(shown.versionId))).toBe(200);
  for (const versionId of [draftFile, withdrawn.versionId]) expect(await status(fileOf(versionId))).toBe(404);
  // HR works with them as before.
  expect((await hr.client.get<unknown[]>('/api/hr/agreements')).body).toHaveLength(3);
});
