import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hrCvsContract } from '#shared/contract/hr-cvs.ts';
import { hrDocumentsContract } from '#shared/contract/hr-documents.ts';
import { removeOrphans } from '#server/platform/files/file-jobs.ts';
import { createHrWorld, formWith, signedCv, uploadCv, type HrWorld } from '#tests/harness/hr-world.ts';
import { uploadUntilKilled, type KilledUpload } from '#tests/harness/killed-upload.ts';
import { createObservedPlace, type ObservedPlace } from '#tests/harness/observed-place.ts';
import { pdfStream, rawPdf } from '#tests/harness/sample-files.ts';
import type { TestServer } from '#tests/harness/server.ts';

/** Of each kind; half of them while the bytes come in, half while the file is judged, named and registered. */
const rounds = 4;

let place: ObservedPlace;
let observer: TestServer;
let world: HrWorld;

beforeAll(async () => {
  place = await createObservedPlace();
  ({ observer } = place);
  world = await createHrWorld(observer);
});
afterAll(async () => {
  await place?.close();
});

/** A readable PDF of so many bytes and somewhat more, which nobody else has. */
const bigPdf = (title: string, size: number): Buffer =>
  rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 420 595] >>',
    '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
    pdfStream(`% ${title}`.padEnd(size, ' ')),
  ]);

const size = 4 * 1024 * 1024;

/** Lets a server die under an upload; answers its status and what to say of the round. */
async function dieUnder(round: number, client: HrWorld['hr']['client'], upload: KilledUpload) {
  const offset = round % 2 === 0 ? randomInt(1, size) : size * 2;
  const later = randomInt(0, 120);
  const victim = await place.start();
  const status = await uploadUntilKilled(victim, client, upload, { offset, later });
  const said = `round ${String(round)}: killed at byte ${String(offset)}, ${String(later)} ms later, answered ${String(status)}`;
  return { status, said, midway: offset < size };
}

/** What no death may leave: a document without a version, a version without its file, a file without its bytes. */
async function expectNothingHalf(said: string): Promise<void> {
  const { rows: halves } = await sql`
    select d.id from hr_documents d left join hr_document_versions v on v.id = d.current_version_id
    where v.id is null or v.document_id <> d.id`.execute(place.database.db);
  expect(halves, said).toEqual([]);
  const { rows: files } = await sql<{ sha256: string; used: boolean }>`
    select f.sha256, exists (select 1 from hr_document_versions v where v.file_id = f.id) as used from files f
  `.execute(place.database.db);
  for (const { sha256, used } of files) {
    expect(used, said).toBe(true);
    expect(await observer.services.files.check(sha256), said).toBe(true);
  }
}

const bytesOf = async (url: string): Promise<Buffer> =>
  Buffer.from(await (await world.hr.client.fetch('GET', url)).arrayBuffer());

test('[HR-02] [MOD-07] F1: kill -9 amid the upload of a CV leaves it whole or not at all, the signed one counts, and it is uploaded again', async () => {
  const { member } = world;
  const before = await signedCv(member);
  let versions = before.versions.length;
  const look = async () =>
    (await member.client.call(hrCvsContract.ofPerson, { params: { userId: member.user.id } })).body;
  for (let round = 0; round < rounds; round += 1) {
    const bytes = bigPdf(`CV of round ${String(round)}`, size);
    const upload = { path: '/api/hr/own/cv', fileField: 'file', fileName: 'cv.pdf', bytes };
    const { status, said, midway } = await dieUnder(round, member.client, upload);
    const after = await look();
    const came = after.versions.length - versions;
    expect([0, 1], said).toContain(came);
    if (status === 201) expect(came, said).toBe(1);
    if (midway) expect(came, said).toBe(0);
    expect(after.state, said).toBe('current');
    expect(after.validUntil, said).toBe(before.validUntil);
    await expectNothingHalf(said);

    const again = await uploadCv(member.client, 'cv.pdf', bytes);
    expect(again.status, said).toBe(201);
    versions += came + 1;
    const [newest] = again.body.versions;
    expect(newest?.number, said).toBe(versions);
    expect((await bytesOf(newest?.file.url ?? '')).equals(bytes), said).toBe(true);
  }
  const numbers = (await look()).versions.map(({ number }) => number);
  expect(numbers).toEqual(Array.from({ length: versions }, (_, index) => versions - index));
});

test('[HR-04] [MOD-07] F1: kill -9 amid the upload of an organization document leaves no document without its version, and it is added again', async () => {
  const { hr, organization } = world;
  for (let round = 0; round < rounds; round += 1) {
    const title = `Policy of round ${String(round)}`;
    const fields = { organizationId: String(organization.id), title, category: 'policy' };
    const bytes = bigPdf(title, size);
    const upload = { path: '/api/hr/documents', fileField: 'file', fileName: 'policy.pdf', bytes, fields };
    const { status, said, midway } = await dieUnder(round, hr.client, upload);
    const listed = async () =>
      (
        await hr.client.call(hrDocumentsContract.list, {
          params: { slug: organization.slug },
          query: { q: title },
        })
      ).body;
    const after = await listed();
    expect([0, 1], said).toContain(after.length);
    if (status === 201) expect(after, said).toHaveLength(1);
    if (midway) expect(after, said).toEqual([]);
    await expectNothingHalf(said);

    const added = await hr.client.post('/api/hr/documents', formWith(['policy.pdf', bytes], fields));
    expect(added.status, said).toBe(201);
    const [newest] = await listed();
    expect((await bytesOf(newest?.version.file.url ?? '')).equals(bytes), said).toBe(true);
  }
});

test('[MOD-07] F1: what the dead servers left beside the records is swept, and nothing else', async () => {
  const { files } = observer.services;
  const incoming = join(observer.services.config.filesDir, 'tmp');
  await files.sweep(-1000);
  expect(existsSync(incoming) ? await readdir(incoming) : []).toEqual([]);
  await removeOrphans(observer.services, -1000);
  const stored: string[] = [];
  for await (const { sha256 } of files.list()) stored.push(sha256);
  const { rows } = await sql<{ sha256: string }>`select sha256 from files`.execute(place.database.db);
  expect(stored.toSorted()).toEqual(rows.map(({ sha256 }) => sha256).toSorted());
  await expectNothingHalf('after the sweep');
});
