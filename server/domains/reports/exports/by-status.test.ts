import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWithLearner, type StartedLearner } from '#tests/harness/started.ts';
import { assignTo, completeText, createTextModules, readyToSign } from '#tests/harness/training-world.ts';
import { asFixture, signIn, type FixtureUser } from '#tests/harness/world.ts';

type Row = Readonly<Record<string, string>>;

let started: StartedLearner;
/** By what becomes of their completions within two days; nobody signed that of the past. */
let people: Readonly<Record<'valid' | 'ends' | 'voided' | 'past', FixtureUser>>;

beforeAll(async () => {
  started = await startWithLearner(4);
  const { server, world, db, today } = started;
  const [valid, ends, voided, past] = world.learners;
  if (!valid || !ends || !voided || !past) throw new Error('the world has learners');
  people = { valid, ends, voided, past };
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const done = new Map<string, number>();
  for (const person of [valid, ends, voided]) {
    const { id } = await assignTo(world.admin, person.id, moduleId);
    const client = person === valid ? started.client : await readyToSign(server, person);
    await completeText(client, id, person);
    done.set(person.id, id);
  }
  const { id } = await assignTo(world.admin, past.id, moduleId);
  const recorded = await world.admin.post(`/api/training-assignments/${String(id)}/record-completion`, {
    completedOn: '2024-05-17',
    reason: 'Attendance sheet of 17 May',
  });
  if (recorded.status !== 200) throw new Error(JSON.stringify(recorded.body));
  await asFixture(server.services, async (tx) => {
    await sql`update training_assignments set next_renewal_date = ${today}::date where id = ${done.get(ends.id)}`.execute(
      tx.db,
    );
  });
  await db.moveClock({ days: 2 });
  await signIn(world.admin, world.adminUser);
  const gone = await world.admin.del('/api/training-assignments/bulk', {
    assignmentIds: [done.get(voided.id)],
    reason: 'Signed on the wrong module',
  });
  if (gone.status !== 200) throw new Error(JSON.stringify(gone.body));
});

afterAll(() => started.stop());

async function rowsOf(path: string): Promise<readonly Row[]> {
  const answer = await started.world.admin.get<string>(path);
  expect(answer.status).toBe(200);
  return parse(answer.body, { bom: true, columns: true });
}

const cellOf = (rows: readonly Row[], person: FixtureUser, column: string) =>
  rows.find(({ email }) => email === person.email)?.[column];

async function statuses(query = ''): Promise<readonly (string | undefined)[]> {
  const rows = await rowsOf(
    `/api/exports/download?dataSet=completions&format=csv&columns=email,status${query}`,
  );
  return [people.valid, people.ends, people.voided].map((person) => cellOf(rows, person, 'status'));
}

test('[LRN-01] [RPT-03] [RPT-04] the export of completions says which have expired and which were voided, now and as of a day', async () => {
  expect(await statuses()).toEqual(['completed', 'expired', 'voided']);
  expect(await statuses(`&asOf=${started.today}`)).toEqual(['completed', 'completed', 'completed']);
});

test('[SIG-04] [RPT-02] [RPT-03] a completion that nobody signed is neither valid nor changed in reports and exports', async () => {
  for (const path of [
    '/api/exports/download?dataSet=completions&format=csv&columns=email,signature_valid,signature_problem,signed_at',
    '/api/reports/completion/export?format=csv',
  ]) {
    const rows = await rowsOf(path);
    const facts = (person: FixtureUser) =>
      ['signature_valid', 'signature_problem', 'signed_at'].map((column) => cellOf(rows, person, column));
    expect(facts(people.past)).toEqual(['not signed', '', '']);
    expect(facts(people.valid)).toEqual(['valid', '', expect.stringMatching(/T/)]);
  }
});
