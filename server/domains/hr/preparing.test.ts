import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { hrAgreementsContract as contract } from '#shared/contract/hr-agreements.ts';
import { hrViewingContract as viewing } from '#shared/contract/hr-viewing.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { convertFileJob } from '#server/platform/files/office/convert-jobs.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { makeFakeSoffice } from '#tests/harness/fake-soffice.ts';
import {
  createHrWorld,
  formWith,
  readVersion,
  signatureWith,
  type HrWorld,
} from '#tests/harness/hr-world.ts';
import { makeOffice, makePdf } from '#tests/harness/sample-files.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';

const fake = makeFakeSoffice();
let database: TestDatabase;
let server: TestServer;
let world: HrWorld;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database, config: { officeConverter: fake.converter() } });
  world = await createHrWorld(server);
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
  fake.remove();
});

let counter = 0;

/** An agreement that was sent out as an office file, downloaded by its party while the file is still being converted. */
async function downloadedEarly() {
  const { hr, member } = world;
  const terms = {
    organizationId: world.organization.id,
    title: 'Consulting agreement',
    kind: 'consulting',
    partyUserId: member.user.id,
    partyName: null,
    partyEmail: null,
    startsOn: '2026-01-01',
    endsOn: null,
    noticeDays: 30,
  } as const;
  const { id } = (await hr.client.call(contract.create, { body: terms })).body;
  const params = { id: String(id) };
  // A comment at the end of the archive makes its bytes its own.
  const office = makeOffice('docx');
  const note = Buffer.from(String((counter += 1)).padStart(4, '0'));
  office.writeUInt16LE(note.length, office.length - 2);
  const form = formWith(['agreement.docx', Buffer.concat([office, note])]);
  await hr.client.post(`/api/hr/agreements/${String(id)}/versions`, form);
  const sent = await hr.client.call(contract.send, { params });
  expect(sent.status).toBe(200);
  const { versionId } = sent.body;
  const file = await member.client.fetch('GET', `/api/hr/files/${String(versionId)}?download=true`);
  expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, office.length + note.length]);
  const version = { params: { versionId: String(versionId) } };
  return {
    versionId,
    sight: async () => (await member.client.call(viewing.sight, version)).body,
    sign: async () => {
      const signature = signatureWith(member.user, 'agreed_as_party');
      const answer = await member.client.call(contract.sign, { params, body: { signature } });
      return { status: answer.status, problem: answer.body as unknown as Problem };
    },
    fileId: async () => {
      const { fileId } = await server.services.db
        .selectFrom('hrDocumentVersions')
        .select('fileId')
        .where('id', '=', versionId ?? 0)
        .executeTakeFirstOrThrow();
      return fileId;
    },
  };
}

const stillPrepared = {
  code: 'CONTENT_NOT_SEEN',
  detail: 'This document is still being prepared for reading. Try again in a few minutes.',
};

test('[HR-03] an office file that is still being converted is not signed after a download; its pages count', async () => {
  const agreement = await downloadedEarly();
  expect(await agreement.sight()).toMatchObject({ downloaded: true, preparing: true, contentSeen: false });
  expect(await agreement.sign()).toMatchObject({ status: 409, problem: stillPrepared });
  fake.behave('pdf', await makePdf(3));
  await convertFileJob.run(server.services, { fileId: await agreement.fileId() });
  expect(await agreement.sight()).toMatchObject({ pages: 3, preparing: false, contentSeen: false });
  const unread = await agreement.sign();
  expect(unread).toMatchObject({ status: 409, problem: { code: 'CONTENT_NOT_SEEN' } });
  expect(unread.problem.detail).not.toBe(stillPrepared.detail);
  await readVersion(server.services, world.member, agreement.versionId);
  expect((await agreement.sign()).status).toBe(200);
});

test('[HR-03] an office file that could not be converted is signed once it was downloaded', async () => {
  const agreement = await downloadedEarly();
  expect((await agreement.sign()).status).toBe(409);
  fake.behave('nothing');
  await convertFileJob.run(server.services, { fileId: await agreement.fileId() });
  expect(await agreement.sight()).toMatchObject({ pages: null, preparing: false, contentSeen: true });
  expect((await agreement.sign()).status).toBe(200);
});

test('[HR-03] an office file that no server converts any more is signed once it was downloaded', async () => {
  const agreement = await downloadedEarly();
  expect((await agreement.sign()).status).toBe(409);
  const fileId = await agreement.fileId();
  await runCommand(server.services, { actorId: null, action: 'test.planned-before' }, (tx) =>
    tx.db
      .updateTable('fileConversions')
      .set({ plannedAt: sql<Date>`app_now() - interval '61 minutes'` })
      .where('fileId', '=', fileId)
      .execute(),
  );
  expect(await agreement.sight()).toMatchObject({ preparing: false, contentSeen: true });
  expect((await agreement.sign()).status).toBe(200);
});
