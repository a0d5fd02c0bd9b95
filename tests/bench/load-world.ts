/** Fills a database with people of 20 assignments each, 5,000 of them unless more are asked for; triggers are off while it is loaded, and it is kept for the run. */
import type pg from 'pg';
import { createModule } from '#server/domains/modules/index.ts';
import type { Services } from '#server/platform/services.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { moduleWith } from '#tests/harness/module-world.ts';
import { makePdf } from '#tests/harness/sample-files.ts';
import { asFixture, createOrganizations, insertDepartments } from '#tests/harness/world.ts';
import { signCompleted, type SigningPlace } from './signing/sign-completed.ts';

/** Assignments of each person. */
export const assignmentsEach = 20;
/** Modules that the people have; twenty more are for assigning. */
const modulesInUse = 30;
const modulesToAssign = 20;
/** People who get the twenty in one call. */
const peopleToAssign = 1000;
const departmentsEach = 5;
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'America/Sao_Paulo'];

/** What was loaded. */
export interface LoadedWorld {
  readonly people: number;
  readonly assignments: number;
  /** The ten organizations among which they are spread evenly. */
  readonly organizationIds: readonly number[];
  /** A matrix of twenty modules that nobody has yet. */
  readonly matrixId: number;
  readonly matrixName: string;
  /** The thousand people to whom it is assigned. */
  readonly assignTo: readonly string[];
}

/** Loads everything: organizations and modules by commands, the masses by SQL, half of the assignments completed and signed. */
export async function loadWorld(
  services: Services,
  admin: pg.Pool,
  {
    adminId,
    api,
    people,
    place,
  }: {
    readonly adminId: string;
    readonly api: TestClient;
    readonly people: number;
    readonly place: SigningPlace;
  },
  say: (line: string) => void,
): Promise<LoadedWorld> {
  const organizations = await createOrganizations(
    services,
    Array.from({ length: 10 }, (_, index) => ({
      name: `Research site ${String(index + 1)}`,
      timeZone: zones[index % zones.length] ?? 'UTC',
    })),
  );
  await asFixture(services, (tx) =>
    insertDepartments(
      tx,
      organizations.flatMap(({ id }) =>
        Array.from({ length: departmentsEach }, (_, index) => ({
          organizationId: id,
          name: `Department ${String(index + 1)}`,
        })),
      ),
    ),
  );
  const used = [
    ...(await createTexts(services, modulesInUse / 2, 'GEN')),
    ...(await createDocuments(api, modulesInUse / 2)),
  ];
  const toAssign = await createTexts(services, modulesToAssign, 'CP');
  const client = await admin.connect();
  try {
    // The bulk is loaded by the superuser with triggers off: half a million audit events are not what is measured.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off`);
    await client.query(insertPeople, [organizations.map(({ id }) => id), people]);
    await client.query(insertAssignments, [used, adminId, assignmentsEach]);
    const { signed, seconds } = await signCompleted(client, place);
    say(
      `  ${String(people)} people, ${String(signed)} of ${String(people * assignmentsEach)} trainings signed in ${seconds.toFixed(0)} s`,
    );
    const matrix = await client.query<{ id: number }>(insertMatrix, [
      organizations[0]?.id,
      toAssign,
      adminId,
    ]);
    const chosen = await client.query<{ id: string }>(
      `select id from users where id like 'u_bench_%' order by id limit $1`,
      [peopleToAssign],
    );
    return {
      people,
      assignments: people * assignmentsEach,
      organizationIds: organizations.map(({ id }) => id),
      matrixId: matrix.rows[0]?.id ?? 0,
      matrixName,
      assignTo: chosen.rows.map((row) => row.id),
    };
  } finally {
    await client.query('reset session_replication_role; reset synchronous_commit');
    client.release();
  }
}

/** Some titles need quotes in CSV, some scores are kept. */
async function createTexts(services: Services, count: number, prefix: string): Promise<number[]> {
  return asFixture(services, async (tx) => {
    const ids: number[] = [];
    for (let number = 1; number <= count; number += 1) {
      const reference = `${prefix}-${String(number).padStart(3, '0')}`;
      const title =
        number % 5 === 0 ? `${reference}: "Safety", part ${String(number)}` : `Procedure ${String(number)}`;
      ids.push(
        await createModule(tx, {
          title,
          description: 'What everybody at the sites has to know',
          reference,
          contentType: 'text',
          duration: 20,
          ...(number % 3 === 0 ? { passingScore: 80 } : {}),
          completionPolicy: 'signed',
          isActive: true,
          content: `${title}. ${'A sentence of the training. '.repeat(100)}`,
        }),
      );
    }
    return ids;
  });
}

/** Modules of a PDF each: whether its bytes are those that were signed is looked at with every completion that is shown. */
async function createDocuments(api: TestClient, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let number = 1; number <= count; number += 1) {
    const reference = `TP-QMS-${String(number).padStart(3, '0')}`;
    const pdf = await makePdf(3, { title: reference });
    const fields = { title: `${reference} Working instruction`, reference, duration: 30 };
    ids.push((await moduleWith(api, [[`${reference}.pdf`, pdf]], fields)).id);
  }
  return ids;
}

const insertPeople = `
  with made as (
    insert into users (id, email, first_name, last_name, role, organization_id, department_id, job_title, onboarding_completed,
      last_sign_in_at)
    select 'u_bench_' || lpad(n::text, 6, '0'), 'person' || n || '@bench.example', 'First' || (n::bigint * 7919 % 997),
      case when n % 211 = 0 then 'O''Neill, Jr.' else 'Last' || (n::bigint * 104729 % 4999) end, 'learner',
      d.organization_id, d.id,
      case n % 50 when 0 then '=Nurse' when 1 then '-' else (array['Nurse', 'Monitor', 'Data manager', 'Investigator'])[1 + n % 4] end,
      true, app_now() - make_interval(hours => n % 700)
    from generate_series(1, $2::int) n
    join lateral (
      select id, organization_id from departments
      where organization_id = ($1::int[])[1 + n % cardinality($1::int[])]
      order by id limit 1 offset (n / 10) % ${String(departmentsEach)}
    ) d on true
    returning id, organization_id, department_id, manager_id, job_title, role, is_active
  )
  insert into user_periods (user_id, organization_id, department_id, manager_id, job_title, role, is_active, valid_from)
  select id, organization_id, department_id, manager_id, job_title, role, is_active, app_now() - interval '400 days' from made`;

const insertAssignments = `
  insert into training_assignments (user_id, module_id, module_version_id, assigned_by, assigned_by_user_id, assigned_date, due_date,
    status, progress, score, started_at, completed_at, assignment_type, next_renewal_date, renewal_frequency)
  select u.id, m.id, m.current_version_id, 'All staff', $2, w.day, w.day::date + 30,
    case when w.done then 'completed' when j.number % 4 = 1 then 'not_started' else 'in_progress' end,
    case when w.done then 100 when j.number % 4 = 1 then 0 else 40 end,
    case when w.done and m.passing_score is not null then 80 + (u.number + j.number) % 5 * 4.5 end,
    case when j.number % 4 <> 1 then w.day + interval '2 days' end,
    case when w.done then w.day + make_interval(days => 3, hours => (u.number % 24)::int) end,
    'matrix', case when w.done then (w.day + interval '2 years')::date end, case when w.done then 24 end
  from (select id, row_number() over (order by id) as number from users where id like 'u_bench_%') u
  cross join generate_series(0, $3::int - 1) j (number)
  join training_modules m on m.id = ($1::int[])[1 + ((u.number + j.number) % cardinality($1::int[]))::int]
  cross join lateral (
    select date_trunc('milliseconds', app_now()) - make_interval(days => (5 + (u.number * 31 + j.number * 17) % 300)::int) as day,
      j.number % 2 = 0 as done
  ) w
  order by w.day`;

const matrixName = 'Twenty new procedures';
const insertMatrix = `
  with matrix as (
    insert into training_matrices (name, organization_id, created_by) values ('${matrixName}', $1, $3) returning id
  ), entries as (
    insert into training_matrix (matrix_id, module_id, days_to_due, created_by)
    select matrix.id, module_id, 30, $3 from matrix, unnest($2::int[]) module_id
  )
  select id from matrix`;
