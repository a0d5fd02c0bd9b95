import type pg from 'pg';
import { currentAgreement } from '#shared/domain/signatures/agreement.ts';
import { createTextModules, assignTo, completeText, type Assignment } from '#tests/harness/training-world.ts';
import { createUser } from '#tests/harness/world.ts';
import type { Contents } from './own-world.ts';
import { peopleContents } from './people-world.ts';

/** Trainings of each person, of which every second one is completed. */
export const trainingsEach = 50;
/** Modules among which the trainings are spread. */
export const modulesInAll = 200;

/** Trainings of people $2 to $3, of the modules $1. */
export const insertAssignments = `
  insert into training_assignments (user_id, module_id, module_version_id, assigned_by, assigned_date, due_date, status,
    progress, started_at, completed_at, assignment_type)
  select 'u_bench_' || lpad(n::text, 6, '0'), m.id, m.current_version_id, 'All staff', day, day::date + 30,
    case when done then 'completed' when j % 4 = 1 then 'not_started' else 'in_progress' end,
    case when done then 100 when j % 4 = 1 then 0 else 40 end, case when j % 4 <> 1 then day + interval '2 days' end,
    case when done then day + interval '3 days' end, 'matrix'
  from generate_series($2::int, $3::int) n
  cross join generate_series(0, ${String(trainingsEach - 1)}) j
  cross join lateral (select app_now() - make_interval(days => 5 + (n * 31 + j * 17) % 300) as day, j % 2 = 0 as done) w
  join training_modules m on m.id = ($1::int[])[1 + (n + j) % cardinality($1::int[])]`;

/** Records of the assignments above $1: rows of the size of real ones; nobody looks at them. */
export const insertRecords = `
  insert into training_records (assignment_id, cycle, user_id, module_id, module_version_id, module_title, version_number,
    version_hash, completion_policy, completed_at, record_bytes, record_hash)
  select a.id, 1, a.user_id, a.module_id, a.module_version_id, 'A training', 1, repeat('ab', 32), 'signed', a.completed_at,
    bytes, encode(sha256(convert_to(bytes, 'UTF8')), 'hex')
  from training_assignments a cross join repeat('x', 500) bytes
  where a.status = 'completed' and a.id > $1`;

/** Signatures of the records above $1 under agreement $2. */
export const insertSignatures = `
  insert into signatures (record_type, record_id, signer_id, printed_name, signed_at, time_zone, meaning, meaning_code,
    statement_version, record_hash, content_hash, signature_hash, signature_mac, key_id, agreement_version, auth_method)
  select 'training_records', r.id, r.user_id, 'First Last', r.completed_at, 'UTC', 'I have read and understood it', 'read',
    1, r.record_hash, r.version_hash, repeat('cd', 32), repeat('ef', 32), 'bench', $2, 'password'
  from training_records r where r.id > $1`;

/** Certificates of the records above $1. */
export const insertCertificates = `
  insert into certificates (number, code, training_record_id, issued_at)
  select 'TT-BENCH-' || r.id, replace(gen_random_uuid()::text, '-', ''), r.id, r.completed_at
  from training_records r where r.id > $1`;

const atOnce = 5000;

/** The largest id of a table; 0 of none. */
export async function largest(client: pg.PoolClient, table: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(`select coalesce(max(id), 0)::int as id from ${table}`);
  return rows[0]?.id ?? 0;
}

/** So many people with fifty trainings each, and one of them whose completions are made by the product itself. */
export const learnerContents = (people: number): Contents => ({
  what: `${people.toLocaleString('en')} people with ${(people * trainingsEach).toLocaleString('en')} trainings`,
  asks: async (services, [organizationId = null]) => {
    await createTextModules(services, modulesInAll);
    return createUser(services, { organizationId });
  },
  insert: async (client, organizationIds) => {
    await peopleContents(people).insert(client, organizationIds);
    const { rows } = await client.query<{ id: number }>('select id from training_modules order by id');
    const modules = rows.map(({ id }) => id);
    for (let from = 1; from <= people; from += atOnce) {
      const assignment = await largest(client, 'training_assignments');
      const record = await largest(client, 'training_records');
      await client.query(insertAssignments, [modules, from, Math.min(people, from + atOnce - 1)]);
      await client.query(insertRecords, [assignment]);
      await client.query(insertSignatures, [record, currentAgreement.version]);
      await client.query(insertCertificates, [record]);
    }
  },
  afterwards: 'select recount_people()',
  live: async ({ admin, asking, person }) => {
    const agreed = await asking.post('/api/auth/signature-agreement', { accepted: true });
    if (agreed.status !== 200) throw new Error(JSON.stringify(agreed.body));
    const modules = await admin.get<{ id: number }[]>(`/api/training-modules?limit=${String(trainingsEach)}`);
    const given: Assignment[] = [];
    for (const { id } of modules.body) given.push(await assignTo(admin, person.id, id));
    for (const { id } of given.slice(0, trainingsEach / 2)) await completeText(asking, id, person);
  },
});
