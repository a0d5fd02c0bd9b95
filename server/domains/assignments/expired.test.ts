import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { ownAssignmentsContract } from '#shared/contract/own-assignments.ts';
import type { reportsContract } from '#shared/contract/reports.ts';
import { dueGroup, dueGroups, type DueGroup } from '#shared/domain/assignments/matrix-table.ts';
import { effectiveStatus, isSuperseded, type StoredStatus } from '#shared/domain/assignments/status.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type { TestClient } from '#tests/harness/client.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import type { TestServer } from '#tests/harness/server.ts';
import { startWithLearner, type StartedLearner } from '#tests/harness/started.ts';
import { createTextModules, type Assignment, type TrainingWorld } from '#tests/harness/training-world.ts';
import { asFixture, signIn, type FixtureUser } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let learner: FixtureUser;
let client: TestClient;
let today: string;
let stop: StartedLearner['stop'];
const expected = new Map<number, string>();

interface Cycle {
  readonly status: StoredStatus;
  readonly due: number | null;
  readonly end: number | null;
}

/** The cycles of one module each: completions by the day of their end from today, and what is open by its due date. */
const done = (end: number | null): Cycle => ({ status: 'completed', due: -400, end });
const open = (due: number | null): Cycle => ({ status: 'not_started', due, end: null });
const voided = (end: number): Cycle => ({ status: 'voided', due: -400, end });
const modules: readonly (readonly Cycle[])[] = [
  [done(null)],
  [done(-1)],
  [done(0)],
  [done(1)],
  [done(-400), done(30)],
  [done(-400), done(-30)],
  [done(-30), done(-400)],
  [done(-30), done(-30)],
  [done(-30), done(null)],
  [done(-30), open(-30)],
  [done(-30), open(5)],
  [done(-30), voided(200)],
  [voided(-30), open(-1)],
  [open(-1)],
  [open(0)],
  [open(null)],
];

beforeAll(async () => {
  ({ db, server, world, learner, client, today, stop } = await startWithLearner());
  const ids = await createTextModules(server.services, modules.length);
  for (const [index, cycles] of modules.entries()) {
    const stored = cycles.map(({ status, due, end }, place) => ({
      moduleId: ids[index] ?? 0,
      cycle: place + 1,
      status,
      dueDate: due === null ? null : addDays(today, due),
      nextRenewalDate: end === null ? null : addDays(today, end),
    }));
    for (const row of stored) {
      const id = await insert(row);
      expected.set(id, effectiveStatus({ ...row, followed: isSuperseded(row, stored) }, today));
    }
  }
});

afterAll(() => stop());

const insert = (row: {
  readonly moduleId: number;
  readonly cycle: number;
  readonly status: StoredStatus;
  readonly dueDate: string | null;
  readonly nextRenewalDate: string | null;
}): Promise<number> =>
  asFixture(server.services, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into training_assignments (user_id, module_id, module_version_id, cycle, status, due_date, next_renewal_date,
        assigned_date, completed_at, progress, voided_at)
      select ${learner.id}, id, current_version_id, ${row.cycle}, ${row.status}, ${row.dueDate}::date, ${row.nextRenewalDate}::date,
        app_now() - interval '500 days', case when ${row.status} = 'completed' then app_now() - interval '450 days' end,
        case when ${row.status} = 'completed' then 100 else 0 end, case when ${row.status} = 'voided' then app_now() end
      from training_modules where id = ${row.moduleId} returning id`.execute(tx.db);
    return rows[0]?.id ?? 0;
  });

const rankOf = (group: DueGroup | null) => (group === null ? -1 : dueGroups.indexOf(group));
const listed = () => [...expected].filter(([, status]) => status !== 'voided');
const count = (status: string) => listed().filter(([, one]) => one === status).length;
const statusesOf = (rows: readonly { readonly id: number; readonly status: string }[]) =>
  new Map(rows.map(({ id, status }) => [id, status]));

test('[LRN-01] the status in every list is the rule of the domain, case by case', async () => {
  const mine = await client.get<Assignment[]>('/api/assignments/user?limit=200');
  expect(statusesOf(mine.body)).toEqual(new Map(listed()));
  expect(count('expired')).toBe(7);
  const all = await world.admin.get<Assignment[]>('/api/assignments?limit=200&include=voided');
  expect(statusesOf(all.body)).toEqual(expected);
  const theirs = await world.admin.get<Assignment[]>(`/api/employee/${learner.id}/assignments?limit=200`);
  expect(statusesOf(theirs.body)).toEqual(new Map(listed()));
});

test('[LRN-01] lists and exports filter by expired, and the counts beside the filters agree', async () => {
  const { body, headers } = await client.get<Assignment[]>('/api/assignments/user?status=expired&limit=200');
  expect(body.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 'expired'));
  expect(headers.get('x-total-count')).toBe('7');
  const all = await world.admin.get<Assignment[]>('/api/assignments?status=expired&limit=200');
  expect(all.body).toHaveLength(7);
  const counts = await client.get<ResponseOf<typeof ownAssignmentsContract.counts>>(
    '/api/assignments/user/counts',
  );
  expect(counts.body.statuses).toEqual({
    completed: count('completed'),
    in_progress: 0,
    not_started: count('not_started'),
    overdue: count('overdue'),
    expired: 7,
  });
});

test('[LRN-01] [LRN-03] an expired completion is in a group of its own, between what is overdue and what else is to be done', async () => {
  const inDueOrder = await client.get<Assignment[]>('/api/assignments/user?sort=due&limit=200');
  const groups = inDueOrder.body.map((row) => dueGroup(row, today));
  expect(groups).toEqual(groups.toSorted((one, other) => rankOf(one) - rankOf(other)));
  const { body } = await client.get<ResponseOf<typeof ownAssignmentsContract.counts>>(
    '/api/assignments/user/counts',
  );
  for (const group of dueGroups) {
    const answer = await client.get<Assignment[]>(`/api/assignments/user?group=${group}&limit=200`);
    expect(answer.body.map((row) => dueGroup(row, today))).toEqual(answer.body.map(() => group));
    expect(answer.body.length, group).toBe(groups.filter((one) => one === group).length);
    expect(body.groups[group], group).toBe(answer.body.length);
  }
  expect(body.groups).toMatchObject({ overdue: count('overdue'), expired: 7, done: count('completed') });
});

test('[LRN-07] expired is nothing that anybody can set', async () => {
  const [id = 0] = [...expected].find(([, status]) => status === 'not_started') ?? [];
  const answer = await client.put(`/api/training-assignments/${id}/status`, { status: 'expired' });
  expect(answer.status).toBe(409);
});

type Report = ResponseOf<typeof reportsContract.completion>;

test('[LRN-01] [RPT-04] the report says Expired now and as of a day, and so does its CSV', async () => {
  let { admin } = world;
  const report = async (day?: string) => {
    const asOf = day === undefined ? '' : `&asOf=${day}`;
    const { body } = await admin.get<Report>(
      `/api/reports/completion?include=assignments&userId=${learner.id}${asOf}`,
    );
    return statusesOf(body.userDetails[0]?.assignments ?? []);
  };
  expect(await report()).toEqual(new Map(listed()));
  const csv = await world.admin.get<string>(`/api/reports/completion/export?format=csv&userId=${learner.id}`);
  expect(csv.body.match(/,expired,/g)).toHaveLength(7);
  // The end of this day, asked for when the calendar has moved on: what ends today has expired by then, and did not that day.
  await db.moveClock({ days: 2 });
  admin = await signIn(server.client(), world.adminUser);
  expect(await report(today)).toEqual(new Map(listed()));
  const later = await report();
  expect([...later.values()].filter((status) => status === 'expired')).toHaveLength(9);
});
