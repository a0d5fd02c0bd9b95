import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { CV_EXPIRING_DAYS, cvState, cvStates, type CvState } from '#shared/domain/hr/cvs.ts';
import { cvFrom, cvStateSql } from '#server/domains/hr/cvs.queries.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { asFixture, createOrganization, createUsers } from '#tests/harness/world.ts';

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

/** Days from today to the last day that decide: both sides of every edge. */
const distances = [-800, -1, 0, 1, CV_EXPIRING_DAYS - 1, CV_EXPIRING_DAYS, CV_EXPIRING_DAYS + 1, 800];
/** The dates of an instant differ by two days between the first and the last of them. */
const zones = ['Pacific/Kiritimati', 'UTC', 'Etc/GMT+12'];

interface Stored {
  readonly uploaded: boolean;
  readonly validUntil: string | null;
  /** A version newer than the signed one has no signature. */
  readonly unsignedNewer: boolean;
}

interface Case {
  readonly facts: Stored;
  readonly today: string;
}

/** What a person's CV may be like, each with the two versions that are needed for it. */
function casesOf(today: string): readonly Case[] {
  const none = { uploaded: false, validUntil: null, unsignedNewer: false };
  const facts: Stored[] = [none, { uploaded: true, validUntil: null, unsignedNewer: true }];
  for (const days of distances) {
    for (const unsignedNewer of [false, true]) {
      facts.push({ uploaded: true, validUntil: addDays(today, days), unsignedNewer });
    }
  }
  return facts.map((one) => ({ facts: one, today }));
}

async function store(person: { readonly id: string }, { facts }: Case, fileId: number): Promise<void> {
  if (!facts.uploaded) return;
  const { validUntil } = facts;
  await asFixture(server.services, (tx) =>
    sql`
      with document as (insert into hr_documents (kind, person_id) values ('cv', ${person.id}) returning id),
      signed as (
        insert into hr_document_versions (document_id, number, file_id, original_name, signed_at, valid_until)
        select id, 1, ${fileId}, 'cv.pdf', case when ${validUntil}::date is not null then app_now() end, ${validUntil}::date
        from document returning id, document_id
      )
      insert into hr_document_versions (document_id, number, file_id, original_name)
      select document_id, 2, ${fileId}, 'cv.pdf' from signed where ${facts.unsignedNewer && validUntil !== null}`.execute(
      tx.db,
    ),
  );
  await asFixture(server.services, (tx) =>
    sql`
      update hr_documents d set
        current_version_id = (select max(id) from hr_document_versions v where v.document_id = d.id),
        signed_version_id = (select id from hr_document_versions v where v.document_id = d.id and v.signed_at is not null)
      where person_id = ${person.id}`.execute(tx.db),
  );
}

test('[HR-02] the server counts the states of CVs as the rule does, on both sides of every edge and in every zone', async () => {
  const { rows: files } = await asFixture(server.services, (tx) =>
    sql<{ id: number }>`
      insert into files (sha256, size, mime) values (${'a'.repeat(64)}, 4, 'application/pdf') returning id`.execute(
      tx.db,
    ),
  );
  const expected = new Map<string, CvState>();
  for (const zone of zones) {
    const { id: organizationId } = await createOrganization(server.services, { timeZone: zone });
    const { rows } = await sql<{ today: string }>`select today_in(${zone}) as today`.execute(database.db);
    const cases = casesOf(rows[0]?.today ?? '');
    const people = await createUsers(
      server.services,
      cases.map(() => ({ organizationId })),
    );
    for (const [index, person] of people.entries()) {
      const one = cases[index];
      if (!one) throw new Error('a person without a case');
      await store(person, one, files[0]?.id ?? 0);
      expected.set(person.id, cvState(one.facts, one.today));
    }
  }
  const ids = [...expected.keys()];
  const { rows } = await sql<{ id: string; state: CvState }>`
    select u.id, ${cvStateSql} as state from ${cvFrom} where u.id = any(${ids}::text[])`.execute(database.db);
  expect(rows).toHaveLength(zones.length * (2 + distances.length * 2));
  expect(new Map(rows.map(({ id, state }) => [id, state]))).toEqual(expected);
  expect(new Set(expected.values())).toEqual(new Set(cvStates));
});
