import { wholeReach } from '#shared/domain/access/permissions.ts';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complianceContract } from '#shared/contract/compliance.ts';
import { dashboardContract } from '#shared/contract/dashboard.ts';
import { reportsContract } from '#shared/contract/reports.ts';
import { remindersContract } from '#shared/contract/reminders.ts';
import { teamContract } from '#shared/contract/team.ts';
import { storedStatuses, type StoredStatus } from '#shared/domain/assignments/status.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import {
  complianceGroup,
  complianceGroups,
  countAssignments,
  pendingCount,
  reminderStatus,
  type GroupFigures,
  type PersonFigures,
} from '#shared/domain/compliance/figures.ts';
import { rate } from '#shared/domain/compliance/rates.ts';
import { tierOf } from '#shared/domain/compliance/tiers.ts';
import { foldFigures } from '#server/domains/assignments/figures/fold.ts';
import { dataSources } from '#server/domains/reports/exports/sources.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createReachWorld, type ReachPerson, type ReachWorld } from '#tests/harness/reach-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTextModules } from '#tests/harness/training-world.ts';
import { asFixture, signIn } from '#tests/harness/world.ts';
import { groupFigures } from '#tests/models/group-figures.ts';

/** A person with the pure rule's counts, and the place that figures are grouped by. */
interface Known extends PersonFigures {
  readonly id: string;
  readonly role: string;
  readonly organizationId: number | null;
  readonly departmentId: number | null;
  readonly managerId: string | null;
}

let db: TestDatabase;
let server: TestServer;
let world: ReachWorld;
let admin: TestClient;
let known: readonly Known[];

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createReachWorld(server.services);
  await fillWorld(await createTextModules(server.services, 6));
  admin = await signIn(server.client(), world.admin);
  known = await readKnown();
});
afterAll(async () => {
  await server?.close();
  await db?.drop();
});

/** Everybody gets trainings in every state; which ones follows from the numbers, so that a failure can be repeated. */
async function fillWorld(modules: readonly number[]): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const rows = world.everyone.flatMap((person, who) =>
    modules.flatMap((moduleId, which) => {
      const at = who * 7 + which * 3;
      // Some have nothing at all, so that 'No data' is among what is compared.
      if (who % 6 === 5 || at % 5 === 4) return [];
      // Some have everything behind them.
      const isComplete = who % 6 === 4;
      const kind = storedStatuses[at % storedStatuses.length] ?? 'not_started';
      const status: StoredStatus = isComplete ? 'completed' : kind;
      const done = status === 'completed';
      const row = {
        userId: person.id,
        moduleId,
        cycle: 2,
        status,
        dueDate: at % 4 === 3 ? null : addDays(today, (at % 9) - 4),
        completedAt: done ? new Date(Date.now() - 86_400_000) : null,
        nextRenewalDate: done && !isComplete && at % 3 === 0 ? addDays(today, (at % 11) - 5) : null,
        voidedAt: status === 'voided' ? new Date() : null,
        isRequired: at % 7 !== 0,
      };
      if (at % 3 !== 1) return row;
      // Many have done it before.
      const before = {
        ...row,
        cycle: 1,
        status: 'completed' as const,
        dueDate: addDays(today, -40),
        completedAt: new Date(Date.now() - 50 * 86_400_000),
        nextRenewalDate: addDays(today, (at % 13) - 9),
        voidedAt: null,
        isRequired: true,
      };
      return [before, row];
    }),
  );
  await asFixture(server.services, async (tx) => {
    await tx.db.insertInto('trainingAssignments').values(rows).execute();
    const signedIn = world.everyone.filter((_, who) => who % 6 === 4 || who % 4 > 0).map(({ id }) => id);
    await sql`update users set last_sign_in_at = app_now() where id = any(${signedIn})`.execute(tx.db);
  });
}

/** Everybody with the counts of the pure rule, from the rows alone. */
async function readKnown(): Promise<readonly Known[]> {
  const people = await db.db
    .selectFrom('users')
    .select(['id', 'role', 'organizationId', 'departmentId', 'managerId', 'isActive', 'lastSignInAt'])
    .execute();
  const rows = await db.db
    .selectFrom('trainingAssignments')
    .select(['userId', 'moduleId', 'cycle', 'status', 'dueDate', 'nextRenewalDate', 'isRequired'])
    .execute();
  const today = new Date().toISOString().slice(0, 10);
  return people.map(({ lastSignInAt, ...person }) => ({
    ...person,
    hasSignedIn: lastSignInAt !== null,
    ...countAssignments(
      rows.filter(({ userId }) => userId === person.id),
      today,
    ),
  }));
}

/** All cycles of a person's modules. */
const cyclesOf = (one: Known) => one.completions + pendingCount(one) + one.overdue;

const figuresOf = (of: (person: Known) => boolean): GroupFigures => groupFigures(known.filter(of));

/** What is compared of a group in the compliance answers. */
const shownOf = (figures: GroupFigures) => ({
  totalUsers: figures.totalUsers,
  activeUsers: figures.activeUsers,
  compliantUsers: figures.compliantUsers,
  overdueCount: figures.overdueUsers,
  pendingCount: figures.pendingUsers,
  groups: figures.groups,
  neverSignedIn: figures.neverSignedIn,
  duePeople: figures.duePeople,
  complianceRate: figures.complianceRate,
  completionRate: figures.completionRate,
});

/** The world has something of everything that the figures tell apart. */
test('[CMP-03] the known world has people of every status, inactive ones, and groups without data', () => {
  const statuses = new Set(known.map(reminderStatus));
  expect([...statuses].toSorted()).toEqual(['compliant', 'mixed', 'overdue', 'pending']);
  const all = figuresOf(() => true);
  expect(all.totalUsers).toBeGreaterThan(all.activeUsers);
  expect(all.compliantUsers).toBeLessThan(all.activeUsers);
  expect(complianceGroups.filter((group) => all.groups[group] === 0)).toEqual([]);
  expect(all.neverSignedIn).toBeGreaterThan(0);
  expect(all.duePeople).toBeLessThan(all.activeUsers);
  expect(known.some((person) => person.required < person.total)).toBe(true);
  expect(known.some((person) => person.total === 0)).toBe(true);
  expect(known.some((person) => person.expired > 0)).toBe(true);
});

const moments = ['before the fold', 'after the fold'] as const;

for (const moment of moments) {
  test(`[CMP-03] [CMP-01] compliance shows the figures of the pure rule, ${moment}`, async () => {
    if (moment === 'after the fold') await foldFigures(server.services.db);
    const { body } = await admin.call(complianceContract.metrics, { query: {} });
    expect(body.overall).toMatchObject(shownOf(figuresOf(() => true)));
    for (const group of body.byOrganization) {
      expect(group).toMatchObject(shownOf(figuresOf((one) => one.organizationId === group.id)));
      for (const part of group.departments) {
        const inPart = (one: Known) => one.organizationId === group.id && one.departmentId === part.id;
        expect(part).toMatchObject(shownOf(figuresOf(inPart)));
      }
    }
    expect(body.byOrganization.map(({ id }) => id)).toContain(null);
    expect(body.byRole).toHaveLength(3);
    for (const group of body.byRole)
      expect(group).toMatchObject(shownOf(figuresOf((one) => one.role === group.role)));
    const people = await admin.call(complianceContract.people, { query: { limit: 500 } });
    expect(people.body).toHaveLength(known.length);
    const all = figuresOf(() => true);
    // Each number on a card is as long as the list behind it.
    for (const [state, count] of [
      ['compliant', all.compliantUsers],
      ['overdue', all.overdueUsers],
      ['pending', all.pendingUsers],
      ['complete', all.groups.complete],
      ['nothing_required', all.groups.nothingRequired],
      ['never_signed_in', all.neverSignedIn],
    ] as const) {
      const list = await admin.call(complianceContract.people, { query: { limit: 500, state } });
      expect([state, list.body.length]).toEqual([state, count]);
      expect(list.headers.get('x-total-count')).toBe(String(count));
    }
    for (const person of people.body) {
      const one = known.find(({ id }) => id === person.id);
      expect(person).toMatchObject({
        status: one && reminderStatus(one),
        group: one && complianceGroup(one),
        overdueCount: one?.overdue,
        expiredCount: one?.expired,
        pendingCount: one && pendingCount(one),
      });
    }
  });
}

test('[CMP-03] [DASH-01] the cards and the department bars of the Training Dashboard show the figures of the pure rule', async () => {
  const statusOf = ({ hasData, completionRate }: GroupFigures) => (hasData ? tierOf(completionRate) : null);
  const all = figuresOf(() => true);
  const { body: cards } = await admin.call(dashboardContract.stats);
  expect(cards).toEqual({
    totalUsers: all.totalUsers,
    activeUsers: all.activeUsers,
    completedTrainings: all.completedAssignments,
    pendingUsers: all.pendingUsers,
    overdueTrainings: all.overdueAssignments,
    expiredTrainings: all.expiredAssignments,
    overdueUsers: all.overdueUsers,
    overallCompletionRate: all.completionRate,
    complianceStatus: statusOf(all),
  });
  const { body: organizations } = await admin.call(dashboardContract.organizations);
  expect(organizations.map(({ orgId }) => orgId)).toContain(null);
  for (const row of organizations) {
    const group = figuresOf((one) => one.organizationId === row.orgId);
    expect(row).toMatchObject({
      overallCompletionRate: group.completionRate,
      complianceStatus: statusOf(group),
      totalUsers: group.totalUsers,
      activeUsers: group.activeUsers,
      pendingUsers: group.pendingUsers,
      overdueCount: group.overdueUsers,
    });
    for (const bar of row.departments) {
      const part = figuresOf((one) => one.organizationId === row.orgId && one.departmentId === bar.deptId);
      expect(bar).toMatchObject({ completionRate: part.completionRate, complianceStatus: statusOf(part) });
    }
  }
  expect(organizations.flatMap(({ departments }) => departments).length).toBeGreaterThan(0);
});

test('[CMP-03] [REM-01] [RPT-03] the reminder dialog and the counts of exports show the figures of the pure rule', async () => {
  const { body: people } = await admin.call(remindersContract.info, { query: { limit: 200 } });
  expect(people.length).toBeGreaterThan(0);
  for (const row of people) {
    const one = known.find(({ id }) => id === row.id);
    expect(row).toMatchObject({
      status: one && reminderStatus(one),
      pendingCount: one && pendingCount(one),
      overdueCount: one?.overdue,
    });
  }
  const sum = (of: (one: Known) => number) => known.reduce((total, one) => total + of(one), 0);
  for (const [query, rows] of [
    ['dataSet=people', known.length],
    ['dataSet=assignments', sum(cyclesOf)],
    ['dataSet=assignments&status=completed', sum((one) => one.completions - one.expired)],
    ['dataSet=assignments&status=expired', sum((one) => one.expired)],
    ['dataSet=assignments&status=overdue', sum((one) => one.overdue)],
    ['dataSet=report', sum((one) => Math.max(cyclesOf(one), 1))],
  ] as const) {
    const { body } = await admin.get<{ rows: number }>(`/api/exports/count?format=csv&${query}`);
    expect([query, body.rows]).toEqual([query, rows]);
  }
});

test('[CMP-03] [RPT-03] the people export shows the figures and the rates of the pure rule', async () => {
  const figures = ['assigned', 'completed', 'overdue', 'expired', 'completion_rate'];
  // The rate is the same when what it is made of was not chosen.
  for (const columns of [
    ['user_id', ...figures],
    ['completion_rate', 'user_id'],
  ]) {
    const query = new URLSearchParams({ dataSet: 'people', format: 'csv', columns: columns.join(',') });
    const answer = await admin.get<string>(`/api/exports/download?${query.toString()}`);
    const lines: Record<string, string>[] = parse(answer.body, { bom: true, columns: true });
    expect(lines).toHaveLength(known.length);
    for (const line of lines) {
      const one = known.find(({ id }) => id === line['user_id']);
      const { completed = 0, total = 0, overdue = 0, expired = 0 } = one ?? {};
      const all: Record<string, string> = {
        user_id: one?.id ?? '',
        assigned: String(total),
        completed: String(completed),
        overdue: String(overdue),
        expired: String(expired),
        completion_rate: String(rate(completed, total)),
      };
      expect(line).toEqual(Object.fromEntries(columns.map((column) => [column, all[column]])));
    }
  }
});

test.each([
  [0, 0, 0],
  [1, 3, 33.3],
  [1999, 2000, 99.9],
  [6999, 10_000, 69.9],
])(
  '[CMP-03] [RPT-03] the people export gives %i of %i as %d: no limit is reached by rounding',
  async (completed, assigned, completionRate) => {
    const rows = await dataSources.people.complete?.(server.services, [{ completed, assigned }], {
      columns: ['completion_rate'],
      language: 'en',
      timeZone: 'UTC',
      format: 'csv',
      scope: { reach: wholeReach, org: 'all' },
    });
    expect(rows).toEqual([{ completed, assigned, completion_rate: completionRate }]);
  },
);

test('[CMP-03] [RPT-01] the completion report and its CSV show the figures of the pure rule', async () => {
  const { body } = await admin.call(reportsContract.completion, {
    query: { limit: 200, include: 'assignments' },
  });
  const all = figuresOf(() => true);
  expect(body.reportMetadata).toMatchObject({
    totalUsers: all.totalUsers,
    totalAssignments: all.totalAssignments,
    overallSystemCompletionRate: all.completionRate,
  });
  for (const row of body.organizationSummary) {
    const group = figuresOf((one) => one.organizationId === row.orgId);
    expect(row).toMatchObject({
      totalUsers: group.totalUsers,
      activeUsers: group.activeUsers,
      completedAssignments: group.completedAssignments,
      totalAssignments: group.totalAssignments,
      overdueAssignments: group.overdueAssignments,
      overallCompletionRate: group.completionRate,
    });
  }
  expect(body.userDetails).toHaveLength(known.length);
  for (const row of body.userDetails) {
    const one = known.find(({ id }) => id === row.userId);
    expect(row).toMatchObject({
      completedAssignments: one?.completed,
      inProgressAssignments: one?.inProgress,
      overdueAssignments: one?.overdue,
      expiredAssignments: one?.expired,
      totalAssignments: one?.total,
      completionRate: rate(one?.completed ?? 0, one?.total ?? 0),
    });
    expect(row.assignments).toHaveLength(one ? cyclesOf(one) : -1);
  }
  const csv = await admin.fetch('GET', '/api/reports/completion/export?format=csv');
  const lines = (await csv.text()).trim().split('\r\n').slice(1);
  const withStatus = (status: string) => lines.filter((line) => line.includes(`,${status},`)).length;
  const sum = (of: (one: Known) => number) => known.reduce((total, one) => total + of(one), 0);
  expect({
    completed: withStatus('completed'),
    overdue: withStatus('overdue'),
    inProgress: withStatus('in_progress'),
    notStarted: withStatus('not_started'),
    expired: withStatus('expired'),
  }).toEqual({
    // Each cycle has its line.
    completed: sum((one) => one.completions - one.expired),
    overdue: sum((one) => one.overdue),
    inProgress: sum((one) => one.inProgress),
    notStarted: sum((one) => one.notStarted),
    expired: sum((one) => one.expired),
  });
});

test('[CMP-03] [MGR-01] [MGR-02] managers see the same figures of their people', async () => {
  const { director, supervisor } = world.organizations[0];
  for (const manager of [director, supervisor]) {
    const client = await signIn(server.client(), manager);
    const direct = known.filter((one) => one.managerId === manager.id);
    const group = groupFigures(direct);
    const stats = await client.call(teamContract.stats, { params: { id: manager.id } });
    expect(stats.body).toMatchObject({
      totalDirectReports: group.totalUsers,
      nonComplianceCount: group.overdueUsers,
      completedTrainings: group.completedAssignments,
      overallCompletionRate: group.completionRate,
    });
    const { body } = await client.call(teamContract.tree, { params: { id: manager.id } });
    expect(body.people.length).toBeGreaterThanOrEqual(direct.length);
    for (const member of body.people) {
      const one = known.find(({ id }) => id === member.id);
      expect(member).toMatchObject({
        status: one && reminderStatus(one),
        group: one && complianceGroup(one),
        expiredAssignments: one?.expired,
        completedAssignments: one?.completed,
        totalAssignments: one?.total,
        overdueAssignments: one?.overdue,
      });
    }
    const report = await client.call(reportsContract.completion, { query: { limit: 200 } });
    const team = groupFigures(known.filter(({ id }) => body.people.some((member) => member.id === id)));
    expect(report.body.reportMetadata).toMatchObject({
      totalUsers: team.totalUsers,
      totalAssignments: team.totalAssignments,
      overallSystemCompletionRate: team.completionRate,
    });
  }
});

test('[CMP-03] [LRN-01] [EMP-01] a person and the administrators see the same figures of that person', async () => {
  const people: readonly ReachPerson[] = world.organizations.flatMap(({ learners, loneLearner }) => [
    ...learners,
    loneLearner,
  ]);
  for (const person of people) {
    const one = known.find(({ id }) => id === person.id);
    const shown = await admin.get<Record<string, unknown>>(`/api/employee/${person.id}/stats`);
    expect(shown.body).toMatchObject({
      completed: one?.completed,
      totalAssignments: one?.total,
      inProgress: one?.inProgress,
      overdue: one?.overdue,
    });
    const list = await admin.get<readonly unknown[]>(`/api/employee/${person.id}/assignments`);
    expect(list.body).toHaveLength(one ? cyclesOf(one) : -1);
    const client = await signIn(server.client(), person);
    const own = await client.get<Record<string, unknown>>('/api/dashboard/user-stats');
    expect(own.body).toMatchObject({
      completed: one?.completed,
      totalAssignments: one?.total,
      overdue: one?.overdue,
    });
  }
});
