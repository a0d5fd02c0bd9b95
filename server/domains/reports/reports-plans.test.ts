import { afterAll, beforeAll, expect, test } from 'vitest';
import { noReach, wholeReach } from '#shared/domain/access/permissions.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { effortOf, fillInBulk } from '#tests/harness/plan-effort.ts';
import { recentActivity } from './dashboard/activity.queries.ts';
import { countRowsUpTo } from './exports/export-table.ts';
import type { RequestedPairs } from './qualified/next-people.ts';
import { readPairs } from './qualified/qualified.queries.ts';

type Scope = RequestedPairs['scope'];

const people = 4000;
const day = '2026-03-01';
/** Rows that may be looked at whatever the number of people: for a page of twenty, and to count up to a thousand completions. */
const [page, mostForPage] = [20, 15_000];
const [most, mostForCount] = [1000, 3600];
/** The same for a manager's page of that day: a place of everybody was read to find the team. */
const mostForTeam = 3000;
/** The same for the latest hundred of each kind: each record was read to find those from a source. */
const mostForActivity = 3000;

let database: TestDatabase;

/** Everybody has completed one module twice and has been here for long; each hundredth person was called otherwise on the day. */
beforeAll(async () => {
  database = await createTestDatabase();
  await fillInBulk(database, [
    `insert into organizations (id, name, slug) overriding system value select n, 'Site ' || n, 'site-' || n from generate_series(1, 4) n`,
    `insert into training_modules (id, title, description, content_type, created_at)
     overriding system value values (1, 'Module', '', 'text', '2025-01-01')`,
    `insert into module_versions (module_id, number, status, content_hash, published_at, effective_from)
     values (1, 1, 'published', repeat('0', 64), '2025-01-01', '2025-01-01')`,
    'update training_modules set current_version_id = (select max(id) from module_versions)',
    `insert into users (id, email, first_name, last_name, organization_id, created_at)
     select 'u_' || lpad(n::text, 5, '0'), 'person' || n || '@plan.example', 'First',
       case when n % 7 = 0 then 'last' else 'Last' end || lpad((n * 7919 % 2503)::text, 5, '0'), 1 + n % 4, '2025-01-01'
     from generate_series(1, ${String(people)}) n`,
    `insert into user_periods (user_id, organization_id, role, is_active, valid_from)
     select id, organization_id, role, id not like '%9', '2025-01-01' from users`,
    // On the day some reported to a person who reported to the manager; two of them moved to others afterwards.
    `update user_periods set manager_id = case when user_id < 'u_00005' then 'u_00001' else 'u_00002' end
     where user_id between 'u_00002' and 'u_00012'`,
    `with ended as (
       update user_periods set valid_to = '2026-04-01' where user_id in ('u_00007', 'u_00008') returning *
     ) insert into user_periods (user_id, organization_id, role, is_active, valid_from)
     select user_id, organization_id, role, is_active, valid_to from ended`,
    `insert into person_history (user_id, replaced_at, email, first_name, last_name)
     select id, '2026-05-01', email, first_name, case when id like '%500' then 'Aaa' else 'Zzz' end from users where id like '%00'`,
    `insert into training_assignments (user_id, module_id, module_version_id, cycle, status, started_at, completed_at, assigned_date, created_at)
     select u.id, 1, (select max(id) from module_versions), c, 'completed', '2025-02-01', '2025-02-01', '2025-01-01', '2025-01-01'
     from users u cross join generate_series(1, 2) c`,
    `insert into training_assignments (user_id, module_id, module_version_id, cycle, status, assigned_date, due_date)
     select id, 1, (select max(id) from module_versions), 3, 'not_started', app_now(), today_in('UTC') from users`,
    `insert into training_records (assignment_id, cycle, user_id, organization_id, module_id, module_version_id, module_title, version_number,
       version_hash, completion_policy, completed_at, time_zone, recorded_at, kind, record_bytes, record_hash)
     select a.id, a.cycle, a.user_id, u.organization_id, 1, a.module_version_id, 'Module', 1, repeat('0', 64), 'signed', a.completed_at, 'UTC',
       a.completed_at, 'completion', 'bytes', encode(sha256('bytes'), 'hex')
     from training_assignments a join users u on u.id = a.user_id where a.status = 'completed'`,
  ]);
});
afterAll(() => database.drop());

const asked = (limit: number) => ({
  scope: { reach: wholeReach, org: 'all', asOf: day } as const,
  moduleIds: [1],
  withInactive: false,
  after: null,
  limit,
});

test('[INS-02] [PERF-03] a page of qualified people is read among those whose names come next', async () => {
  const { rows } = await effortOf(database, async (db) => {
    expect(await readPairs(db, asked(page))).toHaveLength(page);
  });
  expect(rows).toBeLessThan(mostForPage);
});

test('[INS-02] pages of qualified people together are the list of everybody by the names of that day', async () => {
  const all = await readPairs(database.db, asked(people));
  expect(all).toHaveLength((people * 9) / 10);
  expect(all[0]?.lastName).toBe('Aaa');
  expect(all.at(-1)?.lastName).toBe('Zzz');
  const ids = all.map(({ personId }) => personId);
  // The first pages, and the last one, which ends before it is full.
  for (const from of [0, 80, 160, 2000, all.length - 30]) {
    const last = from === 0 ? undefined : all[from - 1];
    const after =
      last && ([last.lastKey, last.firstKey, last.personId, last.titleKey, last.moduleId] as const);
    const rows = await readPairs(database.db, { ...asked(80), after: after ?? null });
    expect(rows.map(({ personId }) => personId)).toEqual(ids.slice(from, from + 80));
  }
});

test('[INS-02] [RPT-04] [PERF-03] people of the team of a past day are found from manager to person', async () => {
  const idsFor = async (scope: Omit<Scope, 'asOf'>, db = database.db) => {
    const found = await readPairs(db, { ...asked(page), scope: { ...scope, asOf: day } });
    return found.map(({ personId }) => personId).toSorted();
  };
  const team = [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12].map((n) => `u_${String(n).padStart(5, '0')}`);
  const reach = { ...noReach, self: 'u_00001', reportsOf: 'u_00001' };
  const { rows } = await effortOf(database, async (db) => {
    expect(await idsFor({ reach, org: 'all' }, db)).toEqual(team);
  });
  expect(rows).toBeLessThan(mostForTeam);
  expect(await idsFor({ reach: wholeReach, org: 'all', managerId: 'u_00001' })).toEqual(team.slice(1));
  expect(await idsFor({ reach, org: 'all', managerId: 'u_00002' })).toEqual(team.slice(4));
  // Somebody between the manager and the person is needed, wherever that one is.
  expect(await idsFor({ reach, org: 'all', userId: 'u_00007' })).toEqual(['u_00007']);
  expect(await idsFor({ reach, org: 4 })).toEqual(['u_00003', 'u_00007', 'u_00011']);
  expect(await idsFor({ reach, org: 'all', userId: 'u_00013' })).toEqual([]);
});

test('[RPT-03] [PERF-03] completions are counted person by person, and no further than the limit', async () => {
  const scope = { reach: wholeReach, org: 'all' } as const;
  const { rows } = await effortOf(database, async (db) => {
    expect(await countRowsUpTo(db, 'completions', scope, most)).toEqual({ rows: most, more: true });
  });
  expect(rows).toBeLessThan(mostForCount);
  expect(await countRowsUpTo(database.db, 'completions', scope, 2 * people)).toEqual({
    rows: 2 * people,
    more: false,
  });
});

test('[CMP-03] [PERF-03] the latest activity is read along its indexes, and nothing of what is due today', async () => {
  const { rows } = await effortOf(database, async (db) => {
    const found = await recentActivity(db, wholeReach, 'en');
    expect(new Set(found.map(({ type }) => type))).toEqual(new Set(['upload', 'completion']));
  });
  expect(rows).toBeLessThan(mostForActivity);
});
