import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { inCommand } from '#tests/harness/trail-world.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const write = (statement: ReturnType<typeof sql>): Promise<{ rows: unknown[] }> =>
  inCommand(database.db, (tx) => statement.execute(tx));

let counter = 0;
async function createPerson(managerId: string | null = null): Promise<string> {
  counter += 1;
  const email = `person-${counter}@example.org`;
  const { rows } = await write(
    sql`insert into users (email, manager_id) values (${email}, ${managerId}) returning id`,
  );
  return (rows[0] as { id: string }).id;
}

test('every foreign key has an index that begins with its columns', async () => {
  const { rows } = await database.admin.query<{ name: string }>(`
    select k.conrelid::regclass || ': ' || k.conname as name from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not exists (
      select 1 from pg_index i
      where i.indrelid = k.conrelid and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ 'IS NOT NULL')
        and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] <@ k.conkey)
    order by 1`);
  expect(rows).toEqual([]);
});

test('every instant has a time zone and every record a time of its making or a reason why not', async () => {
  const { rows } = await database.admin.query(`
    select table_name, column_name from information_schema.columns
    where table_schema in ('public', 'audit') and data_type in ('timestamp without time zone', 'character varying', 'money')`);
  expect(rows).toEqual([]);
});

test('[ORG-04] families with the rules of §9 in their order, and [MOD-02] the Training Categories are there from the start', async () => {
  const { rows: families } = await database.admin.query<{ name: string }>(
    'select group_name as name from module_families group by group_name order by min(group_position)',
  );
  expect(families.map((row) => row.name)).toEqual(['QMS', 'CRO', 'GCP', 'AxonX', 'CMO', 'Other']);
  const { rows: codes } = await database.admin.query<{ code: string }>(
    'select code from module_families order by code',
  );
  expect(codes.map((row) => row.code)).toEqual([
    'axonx',
    'clinpro-gcp',
    'cmo-pro',
    'other',
    'tp-cro',
    'tp-qms',
    'trialspro',
  ]);
  const { rows: categories } = await database.admin.query<{ name: string; color: number }>(
    'select name, color_index as color from module_categories order by position',
  );
  expect(categories).toEqual(
    [
      'Clinical Research',
      'Data Management',
      'Healthcare Specialist',
      'Administration',
      'Quality Affairs',
      'Medical Affairs',
      'Project Manager',
    ].map((name, index) => ({ name, color: index % 6 })),
  );
});

test('[ORG-03] department names are unique within their organization, whatever the case', async () => {
  const { rows } = await write(
    sql`insert into organizations (name, slug) values ('A', 'a'), ('B', 'b') returning id`,
  );
  const [a, b] = rows as { id: number }[];
  await write(
    sql`insert into departments (name, organization_id) values ('Quality', ${a?.id}), ('Quality', ${b?.id})`,
  );
  const again = write(sql`insert into departments (name, organization_id) values ('QUALITY', ${a?.id})`);
  await expect(again).rejects.toMatchObject({ code: '23505' });
});

test('[ORG-04] an organization takes any named time zone, and nothing else', async () => {
  const make = (zone: string, slug: string): Promise<unknown> =>
    write(sql`insert into organizations (name, slug, time_zone) values ('Z', ${slug}, ${zone})`);
  await make('Asia/Kathmandu', 'zone-1');
  for (const zone of ['Nowhere/City', '+02', '', '-05:30']) {
    await expect(make(zone, 'zone-2')).rejects.toMatchObject({ code: '23514' });
  }
});

test('a person is in a department of the own organization only', async () => {
  const { rows } = await write(
    sql`insert into organizations (name, slug) values ('C', 'c'), ('D', 'd') returning id`,
  );
  const [c, d] = rows as { id: number }[];
  const made = await write(
    sql`insert into departments (name, organization_id) values ('X', ${c?.id}) returning id`,
  );
  const department = (made.rows[0] as { id: number }).id;
  const foreign = write(
    sql`insert into users (email, organization_id, department_id) values ('x@example.org', ${d?.id}, ${department})`,
  );
  await expect(foreign).rejects.toMatchObject({ code: '23503' });
  const none = write(sql`insert into users (email, department_id) values ('x@example.org', ${department})`);
  await expect(none).rejects.toMatchObject({ code: '23514' });
});

test('an email is unique whatever the case', async () => {
  await write(sql`insert into users (email) values ('Same@Example.org')`);
  await expect(write(sql`insert into users (email) values ('same@example.ORG')`)).rejects.toMatchObject({
    code: '23505',
  });
});

test('[USR-02] nobody is above oneself: loops of managers are refused at any length', async () => {
  const top = await createPerson();
  const middle = await createPerson(top);
  const bottom = await createPerson(middle);
  const set = (person: string, manager: string): Promise<unknown> =>
    write(sql`update users set manager_id = ${manager} where id = ${person}`);
  await expect(set(top, bottom)).rejects.toMatchObject({ code: 'TT010' });
  await expect(set(top, middle)).rejects.toMatchObject({ code: 'TT010' });
  await expect(set(top, top)).rejects.toMatchObject({ code: '23514' });
  const swap = write(sql`
    update users set manager_id = case id when ${top} then ${bottom} else null end where id in (${top}, ${middle})`);
  await expect(swap).resolves.toBeDefined();
});

test('[USR-02] two changes at once that would close a loop together: one is refused, every time', async () => {
  for (let round = 0; round < 10; round += 1) {
    const first = await createPerson();
    const second = await createPerson();
    const results = await Promise.allSettled([
      write(sql`update users set manager_id = ${second} where id = ${first}`),
      write(sql`update users set manager_id = ${first} where id = ${second}`),
    ]);
    expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find((result) => result.status === 'rejected')).toMatchObject({
      reason: { code: 'TT010' },
    });
  }
});

test('[RPT-04] where a person stood is kept as half-open periods without gaps; several changes in one command are one', async () => {
  const person = await createPerson();
  const set = (jobTitle: string | null): ReturnType<typeof sql> =>
    sql`update users set job_title = ${jobTitle} where id = ${person}`;
  await write(set('Data Management'));
  await inCommand(database.db, async (tx) => {
    await set('Administration').execute(tx);
    await set('Quality Affairs').execute(tx);
    await sql`update users set role = 'manager', first_name = 'Ann' where id = ${person}`.execute(tx);
  });
  await write(sql`update users set first_name = 'Anna' where id = ${person}`);
  const { rows } = await database.admin.query<{
    title: string;
    role: string;
    touches: boolean;
    open: boolean;
  }>(
    `select job_title as title, role, valid_to is null as open,
       coalesce(lag(valid_to) over (order by valid_from) = valid_from, true) as touches
     from user_periods where user_id = $1 order by valid_from`,
    [person],
  );
  expect(rows).toEqual([
    { title: null, role: 'learner', open: false, touches: true },
    { title: 'Data Management', role: 'learner', open: false, touches: true },
    { title: 'Quality Affairs', role: 'manager', open: true, touches: true },
  ]);
});

test('[LRN-07] a person has one open assignment of a module, and one in each cycle', async () => {
  const person = await createPerson();
  const { rows } = await write(sql`
    insert into training_modules (title, description, content_type) values ('M', 'd', 'pdf') returning id`);
  const module = (rows[0] as { id: number }).id;
  const assign = (cycle: number, status: string): Promise<unknown> =>
    write(sql`
      insert into training_assignments (user_id, module_id, cycle, status, completed_at)
      values (${person}, ${module}, ${cycle}, ${status}, ${status === 'completed' ? sql`app_now()` : null})`);
  await assign(1, 'completed');
  await assign(2, 'not_started');
  await expect(assign(3, 'in_progress')).rejects.toMatchObject({ code: '23505' });
  await expect(assign(2, 'completed')).rejects.toMatchObject({ code: '23505' });
  await expect(assign(4, 'overdue')).rejects.toMatchObject({ code: '23514' });
});

test('[MOD-03] a reference is unique within its organization, or within the installation', async () => {
  const make = (reference: string | null): Promise<unknown> =>
    write(
      sql`insert into training_modules (title, description, content_type, reference) values ('R', 'd', 'pdf', ${reference})`,
    );
  await make('TP-1');
  await make(null);
  await make(null);
  await expect(make('tp-1')).rejects.toMatchObject({ code: '23505' });
});

test('calendar dates come as text, numbers as numbers, instants as Dates', async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select date '2026-02-28' as day, 12.50::numeric(5, 2) as score, 9007199254740991::bigint as big, timestamptz '2026-01-01 00:00+02' as at,
      array[1, null]::bigint[] as list, array[date '2026-01-01'] as days, '{"Some_key": 1}'::jsonb as json`.execute(
    database.db,
  );
  expect(rows[0]).toEqual({
    day: '2026-02-28',
    score: 12.5,
    big: 9007199254740991,
    at: new Date('2025-12-31T22:00:00Z'),
    list: [1, null],
    days: ['2026-01-01'],
    json: { Some_key: 1 },
  });
});

test('[LRN-01] today is the calendar date of the zone, by the clock of the database', async () => {
  const { rows } = await database.admin.query<{ a: boolean; b: boolean }>(`
    select today_in('Pacific/Kiritimati') = (app_now() at time zone 'Pacific/Kiritimati')::date as a,
      today_in('Pacific/Kiritimati') > today_in('Pacific/Niue') as b`);
  expect(rows).toEqual([{ a: true, b: true }]);
});
