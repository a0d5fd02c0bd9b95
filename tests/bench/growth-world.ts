import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { sql, type CompiledQuery } from 'kysely';
import { dueExpiry } from '#server/domains/reminders/expiry.queries.ts';
import { dueStepsOf } from '#server/domains/reminders/schedule.queries.ts';
import { createTextModules } from '#tests/harness/training-world.ts';
import { createUser, type FixtureUser } from '#tests/harness/world.ts';
import { insertPeriods, recountAll, whenFolded } from './figures-world.ts';
import { insertCvs, pointToThem } from './hr-world.ts';
import { insertAssignments, modulesInAll, trainingsEach } from './learner-world.ts';
import type { Contents, OwnWorld } from './own-world.ts';
import { peopleContents } from './people-world.ts';

/** Who calls: each sees what the screens of the role show. */
export interface Callers {
  readonly admin: FixtureUser;
  /** With 49 reports, whatever the size. */
  readonly manager: FixtureUser;
  /** With fifty trainings, whatever the size. */
  readonly learner: FixtureUser;
}

const departments = `
  insert into departments (organization_id, name)
  select o, 'Department ' || n from unnest($1::int[]) o cross join generate_series(1, 5) n`;

/** Everybody stands in a department, and teams have fifty people at every size. */
const places = `
  update users u set manager_id = case when p.n % 50 <> 0 then 'u_bench_' || lpad((p.n / 50 * 50 + 50)::text, 6, '0') end,
    department_id = (select d.id from departments d where d.organization_id = u.organization_id order by d.id limit 1 offset p.n / 20 % 5)
  from (select id, substring(id from 9)::int as n from users where id like 'u_bench_%') p where p.id = u.id`;
const team = `update users set manager_id = $1 where id like 'u_bench_%' and substring(id from 9)::int < 50`;

const learnersTrainings = `
  insert into training_assignments (user_id, module_id, module_version_id, assigned_by, assigned_date, due_date, status,
    progress, started_at, completed_at, assignment_type)
  select $1, module_id, module_version_id, assigned_by, assigned_date, due_date, status, progress, started_at, completed_at, assignment_type
  from training_assignments where user_id = 'u_bench_000001'`;

/** A third of the completions is renewed one day: those of some have expired. */
const renewals = `
  update training_assignments set next_renewal_date = completed_at::date + 60 + id % 400, renewal_frequency = 12
  where status = 'completed' and id % 3 = 0`;

/** Nine matrices of twenty modules: four by job title, five by organization. */
const matrices = `
  with matrix as (
    insert into training_matrices (name, organization_id, job_title)
    select 'Matrix ' || n, case when n > 4 then ($1::int[])[n] end,
      case when n <= 4 then (array['Clinical Research', 'Data Management', 'Nurse', 'Investigator'])[n] end
    from generate_series(1, 9) n returning id, name
  )
  insert into training_matrix (matrix_id, module_id, days_to_due)
  select x.id, m.id, 30 from matrix x join (select id, row_number() over (order by id) as n from training_modules) m
    on m.n between substring(x.name from 8)::int * 20 - 19 and substring(x.name from 8)::int * 20`;

const notices = `
  insert into assignment_notices (assignment_id, noted_at, told_at, told_on)
  select id, assigned_date, assigned_date + interval '1 day', (assigned_date + interval '1 day')::date from training_assignments`;

/** Of each person ten mails of the last ninety days, of which a few failed. */
const mails = `
  insert into mail_outbox (message_id, to_address, user_id, template, category, cause, state, created_at, sent_at, subject, payload)
  select 'bench-' || u.id || '-' || j, u.email, u.id, 'reminders.schedule', 'reminder',
    'reminders.schedule training_assignments 1', w.state, w.at, case when w.state = 'sent' then w.at end, 'Your trainings',
    '{"own": {"count": 0, "listed": []}, "team": {"count": 0, "listed": []}, "all": {"count": 0, "listed": []}, "sends": []}'::jsonb
  from users u cross join generate_series(1, 10) j
  cross join lateral (select app_now() - make_interval(mins => (hashtext(u.id || j) & 65535) * 2) as at,
    case when (hashtext(u.id || j) & 511) = 0 then 'failed' else 'sent' end as state) w
  where u.id like 'u_bench_%'`;

/** Under the bell of whoever looks after all, a notification for each hundredth training. */
const bells = `
  insert into notifications (type, user_id, related_id, params, is_read, created_at, read_at)
  select 'training_completed', $1, id::text, '{}', id % 3 <> 0, assigned_date, case when id % 3 <> 0 then assigned_date end
  from training_assignments where id % 100 = 0`;

/** What the trail has of two in five trainings: of the time before the first seal, so that nothing is sealed meanwhile. */
const events = `
  insert into audit.events (id, xid, system_id, at, kind, action, actor_id, subject_id, object_type, object_id, outcome, header, payload, payload_hash)
  select nextval('audit.event_ids'), '1'::xid8, audit.system_id(), assigned_date, k.kind, k.action, user_id, user_id, 'training_assignments', id::text,
    'done', json_build_object('facts', json_build_object('note', repeat('h', 270))), json_build_object('note', repeat('p', 280)), sha256(id::text::bytea)
  from training_assignments, (values ('access', 'training_file.read'), ('insert', 'training_assignments.insert')) k (kind, action) where id % 5 = 0`;

const agreements = `
  insert into hr_agreements (organization_id, title, kind, party_user_id, starts_on, ends_on, status, activated_at)
  select organization_id, 'Agreement ' || id, 'services', id, current_date - 300, current_date + substring(id from 9)::int % 700 - 100,
    'active', app_now() - interval '300 days'
  from users where id like 'u_bench_%' and substring(id from 9)::int % 10 = 0`;
const agreementDocuments = `
  with document as (
    insert into hr_documents (kind, organization_id, agreement_id) select 'agreement', organization_id, id from hr_agreements returning id
  )
  insert into hr_document_versions (document_id, number, file_id, original_name)
  select id, 1, (select min(id) from files), 'agreement.pdf' from document`;
const registrations = `
  insert into hr_registrations (organization_id, name, number, authority, country, valid_until)
  select o, 'Registration ' || n, 'R-' || n, 'Authority', 'DE', current_date + n * 40 from unnest($1::int[]) o cross join generate_series(1, 5) n`;
const documents = `
  with document as (
    insert into hr_documents (kind, organization_id, title, category)
    select 'organization', o, 'Handbook ' || n, 'handbook' from unnest($1::int[]) o cross join generate_series(1, 5) n returning id
  )
  insert into hr_document_versions (document_id, number, file_id, original_name, effective_on, review_on)
  select id, 1, (select min(id) from files), 'handbook.pdf', current_date - 100, current_date + 10 + id % 100 from document`;
/** Everybody is asked to read the documents of the own organization, and two in three have. */
const acknowledgements = `
  insert into hr_acknowledgements (version_id, user_id, requested_at, acknowledged_at)
  select d.current_version_id, u.id, at, case when (substring(u.id from 9)::int + d.id) % 3 <> 0 then at + interval '1 hour' end
  from users u join hr_documents d on d.organization_id = u.organization_id and d.kind = 'organization'
  cross join lateral (select app_now() - make_interval(mins => 60 + (substring(u.id from 9)::int * 7 + d.id) % 200000) as at) w where u.id like 'u_bench_%'`;
const nameRequests = `
  insert into name_requests (user_id, first_name, last_name, requested_at)
  select id, 'Another', 'Name', app_now() - interval '1 day' from users where id like 'u_bench_%' and substring(id from 9)::int % 100 = 0`;
const exportsOfAdmin = `
  insert into exports (kind, format, requested_by, state, created_at) select 'trainings', 'csv', $1, 'expired', app_now() - interval '40 days'
  from generate_series(1, 100)`;
const savedOfAdmin = `
  insert into saved_exports (owner_id, name, kind, format, columns, reach, frequency, time_of_day, time_zone, next_run_at)
  select $1, 'Saved ' || n, 'people', 'csv', '{email}', '{}', 'daily', '07:00', 'UTC', app_now() + interval '1 day' from generate_series(1, 100) n`;
/** What a matrix has assigned is marked so. */
const ofMatrices = `
  update training_assignments a set matrix_id = x.id from training_matrix e join training_matrices x on x.id = e.matrix_id, users u
  where u.id = a.user_id and e.module_id = a.module_id and (x.job_title is null or x.job_title = u.job_title)
    and (x.organization_id is null or x.organization_id = u.organization_id)`;
/** CVs came and were signed one after the other. */
const spreadCvs = `
  update hr_document_versions set uploaded_at = app_now() - make_interval(mins => id % 200000),
    signed_at = case when signed_at is not null then app_now() - make_interval(mins => id % 150000) end`;
const accessReview = `
  insert into access_reviews (organization_id, due_on, opened_by, opened_at)
  select min(id), current_date, $1, app_now() from organizations`;
/** An import that changed everybody, and one row in a hundred of it was bad. */
const peopleImport = `
  with import as (
    insert into people_imports (state, file_name, file_sha256, file_size, format, encoding, headings, row_count, mapping, options, requested_by, ended_at)
    select 'done', 'people.csv', repeat('0', 64), 1, 'csv', 'utf-8', '{First name,Last name,Email}', count(*),
      '{"first_name": 0, "last_name": 1, "email": 2}', '{}', $1, app_now() from users where id like 'u_bench_%' returning id
  )
  insert into people_import_rows (import_id, position, line, cells, outcome, user_id)
  select import.id, n, n + 1, array[u.first_name, u.last_name, u.email],
    case n % 100 when 0 then 'bad' when 1 then 'created' else 'unchanged' end, case when n % 100 <> 0 then u.id end
  from import, (select *, row_number() over (order by id) as n from users where id like 'u_bench_%') u`;
/** Past completions of everybody, and one row in a hundred was bad. */
const pastImport = `
  with import as (
    insert into people_imports (subject, state, file_name, file_sha256, file_size, format, encoding, headings, row_count, mapping, options,
      requested_by, ended_at)
    select 'completions', 'done', 'completions.csv', repeat('0', 64), 1, 'csv', 'utf-8', '{Email,Module,Completed on}', count(*),
      '{"email": 0, "module": 1, "completed_on": 2}', '{"source": "Moodle", "dayOrder": "day_first"}', $1, app_now()
    from users where id like 'u_bench_%' returning id
  )
  insert into people_import_rows (import_id, position, line, cells, outcome, user_id)
  select import.id, n, n + 1, array[u.email, 'Module 1', '2024-03-04'], case n % 100 when 0 then 'bad' else 'recorded' end,
    case when n % 100 <> 0 then u.id end
  from import, (select *, row_number() over (order by id) as n from users where id like 'u_bench_%') u`;
/** Absences of everybody, and one row in a hundred was bad. */
const absenceImport = `
  with import as (
    insert into people_imports (subject, state, file_name, file_sha256, file_size, format, encoding, headings, row_count, mapping, options,
      requested_by, ended_at)
    select 'absences', 'done', 'absences.csv', repeat('0', 64), 1, 'csv', 'utf-8', '{Email,From,To,Kind}', count(*),
      '{"email": 0, "first_day": 1, "last_day": 2, "kind": 3}', '{"dayOrder": "day_first"}', $1, app_now()
    from users where id like 'u_bench_%' returning id
  )
  insert into people_import_rows (import_id, position, line, cells, outcome, user_id)
  select import.id, n, n + 1, array[u.email, '2024-03-04', '2024-03-08', 'leave'],
    case n % 100 when 0 then 'bad' else 'recorded' end, case when n % 100 <> 0 then u.id end
  from import, (select *, row_number() over (order by id) as n from users where id like 'u_bench_%') u`;
/** An inspection of one organization with a question for each tenth person. */
const inspection = `
  with inspection as (
    insert into inspections (title, purpose, from_day, to_day, opened_by) values ('Inspection', 'GCP', current_date - 7, current_date + 7, $1) returning id
  ),
  inspector as (
    insert into user_grants (user_id, kind, organization_id, valid_until, granted_by, inspection_id)
    select 'u_bench_000003', 'inspector', (select min(id) from organizations), app_now() + interval '8 days', $1, id from inspection
  )
  insert into inspection_requests (inspection_id, request, requested_by, requested_at)
  select inspection.id, 'The training of ' || u.id, $1, app_now() - interval '1 hour' from inspection, users u
  where u.id like 'u_bench_%' and substring(u.id from 9)::int % 10 = 0`;
const digests = `
  insert into weekly_digests (zone, week) select zone, date_trunc('week', app_now())::date + w * 7
  from (select distinct time_zone as zone from organizations union select 'UTC') z cross join generate_series(-1, 1) w on conflict do nothing`;

const atOnce = 5000;

/** The statement of due steps is one for few people, as the sweep sends it: for everybody at once it takes hours. */
const peopleAtOnce = 500;
/** Stands in its parameters for the people. */
const somePeople: readonly string[] = ['some people'];
const idsFrom = (first: number): readonly string[] =>
  Array.from({ length: peopleAtOnce }, (_, n) => `u_bench_${String(first + n).padStart(6, '0')}`);

/** A statement, its name in the output of times, and its values. */
type Step = readonly [name: string, statement: string, values?: readonly unknown[]];

/** The output shows the time of a step that takes at least so many seconds. */
const longStep = 2;

/**
 * So many people with fifty trainings each and all that comes with them; the numbers of teams, modules, matrices and organizations stay.
 * Where the rows are made, `others` are made before them.
 */
export function growthContents(people: number): Contents {
  let made: (Callers & { readonly steps: CompiledQuery; readonly expiry: CompiledQuery }) | undefined;
  return {
    what: `${people.toLocaleString('en')} people with ${(people * trainingsEach).toLocaleString('en')} trainings and all that comes with them`,
    signed: true,
    others: async (services, [organizationId = null]) => {
      await createTextModules(services, modulesInAll);
      const admin = await createUser(services, { role: 'admin', organizationId });
      const manager = await createUser(services, { role: 'manager', organizationId });
      const learner = await createUser(services, { organizationId, managerId: manager.id });
      made = {
        admin,
        manager,
        learner,
        // Statements of the product that find what is to be told now: all that they find counts as told.
        steps: dueStepsOf(sql`a.user_id = any(${somePeople}::text[])`).compile(services.db),
        expiry: dueExpiry.compile(services.db),
      };
      return { admin, manager, learner };
    },
    insert: async (client, organizationIds, _, say) => {
      if (!made) throw new Error('nobody calls');
      const { admin, manager, learner, steps, expiry } = made;
      const timed = async (name: string, work: () => Promise<unknown>): Promise<void> => {
        const begun = performance.now();
        await work();
        const seconds = (performance.now() - begun) / 1000;
        if (seconds > longStep) say(`    ${name}: ${seconds.toFixed(0)} s`);
      };
      const run = async (all: readonly Step[]): Promise<void> => {
        for (const [name, statement, values] of all)
          await timed(name, () => client.query(statement, values && [...values]));
      };
      await run([['departments', departments, [organizationIds]]]);
      await timed('people', () => peopleContents(people).insert(client, organizationIds, learner.id, say));
      await run([
        ['places', places],
        ['team', team, [manager.id]],
        ['cvs: statistics', 'analyze'],
        ['cvs', insertCvs, [[], 1]],
        ['matrices', matrices, [organizationIds]],
      ]);
      await withoutIndexes(client, timed, async () => {
        await timed('trainings', () => insertTrainings(client, people, learner.id));
        await run([
          ['renewals', renewals],
          ['statistics', 'analyze training_assignments, users'],
          ['trainings of matrices', ofMatrices],
          ['notices', notices],
          ['events', events],
          ['bells', bells, [admin.id]],
          ['mails', mails],
        ]);
      });
      await run([
        ['periods', insertPeriods],
        ['requests for names', nameRequests],
        ['agreements', agreements],
        ['digests', digests],
        ['exports', exportsOfAdmin, [admin.id]],
        ['saved exports', savedOfAdmin, [admin.id]],
        ['access review', accessReview, [admin.id]],
        ['import of people', peopleImport, [admin.id]],
        ['import of completions', pastImport, [admin.id]],
        ['import of absences', absenceImport, [admin.id]],
        ['inspection', inspection, [admin.id]],
        ['registrations', registrations, [organizationIds]],
        ['documents', documents, [organizationIds]],
        ['documents of agreements', agreementDocuments],
        ['versions', pointToThem],
        ['days of CVs', spreadCvs],
        ['acknowledgements', acknowledgements],
        ['statistics of all', 'vacuum analyze'],
      ]);
      await timed('due steps', async () => {
        for (let first = 0; first <= people; first += peopleAtOnce)
          await client.query(
            `insert into reminder_sends (assignment_id, rule_id, audience, due_date, step_day)
             select assignment_id, rule_id, audience, due_date, step_day from (${steps.sql}) due`,
            steps.parameters.map((value) => (value === somePeople ? idsFrom(first) : value)),
          );
      });
      const expiring = `insert into expiry_sends (kind, subject_id, rule_id, audience, day, step_day)
        select kind, subject_id, rule_id, audience, day, step_day from (${expiry.sql}) due`;
      await run([['expiring', expiring, expiry.parameters]]);
    },
    afterwards: `${recountAll}; insert into reminder_changes (user_id) select id from users order by id`,
    settled: async (world) => {
      await whenFolded(world);
      await whenSwept(world);
    },
  };
}

/** The tables with rows for each training, whose indexes are made when the rows are there: that takes less time than keeping them. */
const largeTables = [
  'public.training_assignments',
  'public.assignment_notices',
  'public.mail_outbox',
  'audit.events',
];

async function withoutIndexes(
  client: pg.PoolClient,
  timed: (name: string, work: () => Promise<unknown>) => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [largeTables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  await client.query(`set maintenance_work_mem = '512MB'`);
  await timed('indexes', async () => {
    for (const { definition } of rows) await client.query(definition);
  });
  await client.query('reset maintenance_work_mem');
}

async function insertTrainings(client: pg.PoolClient, people: number, learnerId: string): Promise<void> {
  const { rows } = await client.query<{ id: number }>('select id from training_modules order by id');
  const modules = rows.map(({ id }) => id);
  for (let from = 1; from <= people; from += atOnce) {
    await client.query(insertAssignments, [modules, from, Math.min(people, from + atOnce - 1)]);
    if (from === 1) await client.query(learnersTrainings, [learnerId]);
  }
}

/** Waits until the product has looked at everybody for reminders. */
async function whenSwept({ admin }: OwnWorld): Promise<void> {
  for (;;) {
    const { rows } = await admin.query<{ marks: boolean }>(
      'select exists (select from reminder_changes) as marks',
    );
    if (rows[0]?.marks === false) return;
    await setTimeout(1000);
  }
}
