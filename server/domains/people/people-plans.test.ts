import { CamelCasePlugin, Kysely, PostgresDialect, type CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeReach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { listPeople } from './people-list.queries.ts';
import type { PeopleScope } from './people.queries.ts';

const everybody = 24_000;
const limit = 50;
/**
 * Where one filter leaves m of n people, sorting reads m and walking an order reads limit × n/m: the better of both is never
 * more than √(limit × n). The planner weighs by cost, not by rows, and the sums by rough chances; hence thrice as many.
 */
const most = 3 * Math.sqrt(limit * everybody);
/** What may be sorted of a list that is longer: a page of each group. */
const few = 3 * limit;
const orders = ['name', 'email', 'role', 'createdAt', 'organization', 'status'] as const;

let database: TestDatabase;
let db: Kysely<DB>;
const sent: CompiledQuery[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: database.admin }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => void sent.push(query),
  });
  await fill();
});
afterAll(() => database.drop());

/** Twelve organizations with departments; one in fifty leads, some have left, some have not begun, some stand nowhere. */
async function fill(): Promise<void> {
  const client = await database.admin.connect();
  try {
    // Triggers off; the sums that they keep are made afterwards.
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    await client.query(`insert into organizations (name, slug)
      select 'Site ' || chr(64 + n), 'site-' || n from generate_series(1, 12) n;
      insert into departments (organization_id, name)
      select id, 'Department ' || n from organizations, generate_series(1, 20) n`);
    await client.query(
      `insert into users (id, email, first_name, last_name, role, organization_id, department_id, onboarding_completed,
         is_active, must_change_password, manager_id, created_at)
       select 'u_' || n, 'person' || n || '@plan.example', 'First' || (n * 7919 % 997), 'Last' || (n * 1049 % 4999),
         case when n % 3000 = 0 then 'admin' when n % 50 = 0 then 'manager' else 'learner' end,
         d.organization_id, d.id, n % 40 <> 7, n % 31 <> 0, n % 80 = 7,
         case when n % 9 <> 0 then 'u_' || 50 * (1 + n % 400) end, app_now() - make_interval(mins => n)
       from generate_series(1, $1::int) n left join departments d on n % 71 <> 0 and d.id = 1 + n % 240`,
      [everybody],
    );
    await client.query(`insert into temporary_credentials (user_id, kind, ciphertext, key_id, expires_at)
      select id, 'generated', 'sealed', 'test', app_now() + interval '7 days' from users where must_change_password`);
    await client.query('reset session_replication_role; reset synchronous_commit');
    await client.query('select recount_people()');
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
}

const scope: PeopleScope = { reach: wholeReach, work: wholeReach, admin: true };

/** A step of a plan, as EXPLAIN says it. */
interface Step {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Step[];
}

const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];

/** What the database does for one statement: which indexes of people it takes, and what it touches on the way. */
async function effort(query: CompiledQuery) {
  const { rows } = await database.admin.query<{ 'QUERY PLAN': [{ Plan: Step }] }>(
    `explain (analyze, timing off, format json) ${query.sql}`,
    [...query.parameters],
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('there is no plan');
  const steps = stepsOf(plan).filter((step) => step['Actual Loops'] > 0);
  const people = steps.filter((step) => step['Relation Name'] === 'users');
  const all = (step: Step, rowsOfOne: number) => Math.round(rowsOfOne * step['Actual Loops']);
  const read = people.map((step) =>
    all(
      step,
      step['Actual Rows'] +
        (step['Rows Removed by Filter'] ?? 0) +
        (step['Rows Removed by Index Recheck'] ?? 0),
    ),
  );
  const sorted = steps
    .filter((step) => step['Node Type'].includes('Sort'))
    .flatMap((step) => (step.Plans ?? []).map((below) => all(below, below['Actual Rows'])));
  return {
    whole: people.filter((step) => step['Node Type'] === 'Seq Scan').length,
    indexes: steps.flatMap((step) => step['Index Name'] ?? []).filter((name) => name.startsWith('users_')),
    read: read.reduce((sum, each) => sum + each, 0),
    sorted: Math.max(0, ...sorted),
  };
}

/** Filters that leave many, some, few and very few. */
const filters: Readonly<Record<string, Omit<Parameters<typeof listPeople>[2], 'limit' | 'offset'>>> = {
  'no filter': {},
  'role learner': { role: 'learner' },
  'role manager': { role: 'manager' },
  'role admin': { role: 'admin' },
  'an organization': { organizationId: 3 },
  'a department': { departmentId: 5 },
  'a manager': { managerId: 'u_500' },
  'status pending': { status: 'pending' },
  'status active': { status: 'active' },
  'status inactive': { status: 'inactive' },
  active: { isActive: true },
  'not active': { isActive: false },
  begun: { onboardingCompleted: true },
  'not begun': { onboardingCompleted: false },
  'able to lead': { canManage: true },
  'not able to lead': { canManage: false },
  'active learners': { role: 'learner', status: 'active' },
  'not active in an organization': { organizationId: 3, isActive: false },
  'part of a name': { q: 'last431' },
  'part of an email': { q: 'son2399' },
};

test.each(Object.entries(filters))(
  '[USR-07] %s, in any order: few are found by an index, many are read in order up to the page',
  async (_, filter) => {
    for (const sort of orders.flatMap((order) => [order, `-${order}`])) {
      sent.length = 0;
      const { rows, total } = await listPeople(db, scope, { limit, offset: 0, sort, ...filter });
      expect(rows.length, 'the page').toBe(Math.min(limit, total));
      expect(rows.length, 'a filter that leaves somebody').toBeGreaterThan(0);
      const efforts = await Promise.all([...sent].map(effort));
      // Besides, the index of a search finds some that do not match, and the rows shown and their managers are looked up by key.
      const ofMatches = 2 * total + 2 * limit;
      for (const { indexes, whole, read, sorted } of efforts) {
        const said = JSON.stringify({ sort, total, indexes, read, sorted });
        expect(whole, said).toBe(0);
        expect(read, said).toBeLessThanOrEqual(total <= 2 * limit ? ofMatches : most);
        expect(sorted, said).toBeLessThanOrEqual(total <= most ? total : few);
      }
      expect(Math.max(...efforts.map(({ read }) => read)), 'the page is read').toBeGreaterThanOrEqual(
        rows.length,
      );
    }
  },
);

test('[MGR-02] [PERF-03] the reports of a person are found in a table that starts small, whatever the planner expects', async () => {
  const { rows } = await database.admin.query<{ setting: string }>(
    `select unnest(proconfig) as setting from pg_proc where oid = 'reports_of'::regproc`,
  );
  expect(rows.map(({ setting }) => setting)).toContain('work_mem=1MB');
});
