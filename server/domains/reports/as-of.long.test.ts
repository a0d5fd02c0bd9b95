import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noReach, type Reach } from '#shared/domain/access/permissions.ts';
import { foldFigures } from '#server/domains/assignments/figures/fold.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { partOfMigration } from '#tests/harness/part-of-migration.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';
import { assignTo, completeText, createTextModules, readyToSign } from '#tests/harness/training-world.ts';
import {
  asFixture,
  createDepartment,
  createOrganizations,
  createUser,
  createUsers,
  signIn,
  type FixtureUser,
} from '#tests/harness/world.ts';
import { complianceMetrics } from './compliance/compliance.ts';
import { compliancePeople } from './compliance/people.queries.ts';
import { completionReport } from './completion-report.ts';
import { storePastDay } from './past/past-days.jobs.ts';
import { csvRows } from './report-rows.ts';
import type { ReportScope } from './report-scope.ts';
import { csvText } from './write-csv.ts';

const everybody: Reach = { ...noReach, all: true };
const days = 60;
const dayMs = 86_400_000;
/** The story begins far enough behind today that no day of it is in the future. */
const start = Date.UTC(2031, 1, 20);

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

/** Numbers that look thrown but are the same in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const dayText = (day: number): string => new Date(start + day * dayMs).toISOString().slice(0, 10);

const moveTo = (instant: number) => database.moveClock({ milliseconds: instant - Date.now() });

/** Report, export and compliance dashboard as the lines that a reader would get, but for the instant of their making. */
async function answers(scope: ReportScope): Promise<string> {
  const { services } = server;
  const report = await completionReport(services, services.db, scope, {
    limit: 200,
    offset: 0,
    sort: 'lastActivity',
    include: 'assignments',
  });
  const byRate = await completionReport(services, services.db, scope, {
    limit: 3,
    offset: 1,
    sort: '-completionRate',
    include: 'assignments',
  });
  const csv: string[] = [];
  for await (const piece of csvText(csvRows(services, services.db, scope), 'UTC')) csv.push(piece.toString());
  const wire = [report, byRate].map((one) => ({
    ...one,
    reportMetadata: { ...one.reportMetadata, generatedAt: null },
  }));
  return `${JSON.stringify([wire, await compliance(scope)], null, 1)}\n${csv.join('')}`;
}

/** The compliance dashboard and the lists behind its figures; of one organization, as the report is. */
async function compliance({ reach, org, asOf, userId, isKept }: ReportScope) {
  if (userId !== undefined || org === 'none') return null;
  const { db } = server.services;
  const scope = { reach, asOf, isKept };
  // Those who lead people have no dashboard, but the same figures.
  const lists = await Promise.all(
    (['all', 'overdue'] as const).map((state) =>
      compliancePeople(db, { scope: { ...scope, org }, state, limit: 100, offset: 0 }),
    ),
  );
  const metrics = reach.all ? await complianceMetrics(db, scope, { organization: org, period: '7d' }) : null;
  return { metrics, lists };
}

/** The instant just before a day ends somewhere, as PostgreSQL knows its zones. */
async function evening(day: number, organizationId: number): Promise<number> {
  const { rows } = await sql<{ at: Date }>`
    select ((${dayText(day)}::date + 1)::timestamp at time zone time_zone) - interval '1 minute' as at
    from organizations where id = ${organizationId}`.execute(database.db);
  const [row] = rows;
  if (!row) throw new Error('no such organization');
  return row.at.getTime();
}

describe('sixty days', () => {
  const kept = new Map<string, string>();
  const reaches: Record<string, Reach> = { everybody };
  let organizationIds: number[] = [];

  beforeAll(async () => {
    await moveTo(start - dayMs);
    const { services } = server;
    const roll = dice(7);
    const pick = <T>(items: readonly T[]): T => {
      const item = items[roll(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    };
    const organizations = await createOrganizations(
      services,
      ['UTC', 'America/New_York', 'Asia/Tokyo'].map((timeZone) => ({ timeZone })),
    );
    organizationIds = organizations.map(({ id }) => id);
    const departments = await Promise.all(
      organizationIds.flatMap((organizationId) => [
        createDepartment(services, { organizationId }),
        createDepartment(services, { organizationId }),
      ]),
    );
    const place = () => {
      const department = pick(departments);
      return { organizationId: department.organizationId, departmentId: department.id };
    };
    const managers = await createUsers(services, [
      { role: 'manager', ...place() },
      { role: 'manager', ...place() },
    ]);
    const people = await createUsers(
      services,
      Array.from({ length: 14 }, () => ({ ...place(), managerId: pick(managers).id })),
    );
    const modules = await createTextModules(services, 6);
    reaches['manager'] = { ...noReach, reportsOf: managers[0]?.id ?? '' };
    const boss = await createUser(services, { role: 'admin' });
    let admin: TestClient | undefined;
    let serial = 0;

    const change = (text: ReturnType<typeof sql>) => async (tx: CommandTransaction) => {
      await text.execute(tx.db);
    };
    const steps: ((day: number) => (tx: CommandTransaction) => Promise<void>)[] = [
      () => {
        const { organizationId, departmentId } = place();
        return change(
          sql`update users set organization_id = ${organizationId}, department_id = ${departmentId} where id = ${pick(people).id}`,
        );
      },
      (day) =>
        change(sql`update users set last_name = ${`Renamed ${String(day)}`}, email = ${`day-${String(day)}-${String((serial += 1))}@x.example`}
          where id = ${pick(people).id}`),
      () => change(sql`update users set manager_id = ${pick(managers).id} where id = ${pick(people).id}`),
      () => change(sql`update users set manager_id = null where id = ${pick(people).id}`),
      () => change(sql`update users set is_active = not is_active where id = ${pick(people).id}`),
      (day) =>
        change(sql`update users set job_title = ${`Job ${String(day)}`} where id = ${pick(people).id}`),
      () => change(sql`update users set role = 'manager' where id = ${pick(people).id}`),
      (day) =>
        change(
          sql`update organizations set name = ${`Org ${String(day)}`} where id = ${pick(organizationIds)}`,
        ),
      (day) =>
        change(
          sql`update departments set name = ${`Department ${String(day)}-${String((serial += 1))}`} where id = ${pick(departments).id}`,
        ),
      (day) =>
        change(sql`update training_modules set title = ${`Title ${String(day)}`}, reference = ${roll(2) ? `R-${String((serial += 1))}` : null}
          where id = ${pick(modules)}`),
      (day) =>
        change(sql`update training_assignments set due_date = ${dayText(day + roll(9) - 3)}
          where user_id = ${pick(people).id} and status in ('not_started', 'in_progress')`),
      () =>
        change(sql`update training_assignments set status = 'voided', voided_at = app_now(), voided_reason = 'no longer'
          where id = (select min(id) from training_assignments where user_id = ${pick(people).id} and status = 'not_started')`),
      () =>
        change(sql`update training_assignments set status = 'in_progress', started_at = app_now(), progress = 10
          where user_id = ${pick(people).id} and status = 'not_started'`),
      () =>
        change(sql`update training_assignments set progress = least(progress + 7, 100)
          where user_id = ${pick(people).id} and status = 'in_progress'`),
      () => {
        const moduleId = pick(modules);
        return change(sql`with made as (
            insert into module_versions (module_id, number, status, content, content_hash, effective_from, published_at)
            select ${moduleId}, max(number) + 1, 'published', 'More words', repeat('a', 64), app_now(), app_now()
            from module_versions where module_id = ${moduleId} returning id
          ) update training_assignments set module_version_id = made.id from made
          where module_id = ${moduleId} and status in ('not_started', 'in_progress')`);
      },
      () =>
        change(sql`insert into training_assignments (user_id, module_id, module_version_id, due_date)
          select ${pick(people).id}, m.id, m.current_version_id, today_in('UTC') + 5 from training_modules m
          where m.id = ${pick(modules)} on conflict do nothing`),
    ];

    await asFixture(
      services,
      change(sql`insert into training_assignments (user_id, module_id, module_version_id, due_date)
        select u.id, m.id, m.current_version_id, ${dayText(8)}::date + (m.id * 7) % 40 from users u, training_modules m
        where u.id = any(${people.slice(4).map(({ id }) => id)}) and m.id % 3 > 0`),
    );
    for (let day = 0; day < days; day += 1) {
      await moveTo(start + day * dayMs + 9 * 3_600_000);
      for (let count = 0; count < 7; count += 1) await asFixture(services, pick(steps)(day));
      // Two changes of one record at one instant: only what stood before both and after both was ever to be seen.
      await asFixture(services, async (tx) => {
        const person = pick(people).id;
        await sql`update users set first_name = 'Between' where id = ${person}`.execute(tx.db);
        await sql`update users set first_name = ${`First ${String(day)}`} where id = ${person}`.execute(
          tx.db,
        );
      });
      if (day % 4 === 1) {
        admin = await signIn(server.client(), boss);
        await trainSomebody(admin, people, pick(modules), roll);
      }
      if (day === 30) {
        await asFixture(
          services,
          change(sql`update organizations set time_zone = 'Europe/Athens' where id = ${organizationIds[0]}`),
        );
      }
      if (day % 3 === 0) await foldFigures(services.db);
      const ends = await Promise.all(
        organizationIds.map(async (org) => ({ org, at: await evening(day, org) })),
      );
      for (const { org, at } of ends.toSorted((a, b) => a.at - b.at)) {
        await moveTo(at);
        for (const [name, reach] of Object.entries(reaches)) {
          kept.set(`${dayText(day)} ${name} ${String(org)}`, await answers({ reach, org }));
        }
      }
    }
    await moveTo(start + (days + 1) * dayMs);
  }, 240_000);

  test('[RPT-04] the report of each evening comes out the same when it is asked later as of that day', async () => {
    expect(kept.size).toBe(days * 3 * 2);
    for (const [key, evening] of kept) {
      const [asOf = '', name = '', org = ''] = key.split(' ');
      const reach = reaches[name] ?? noReach;
      expect(await answers({ reach, org: Number(org), asOf }), key).toBe(evening);
    }
    // The story has what it is about: otherwise equal evenings would prove nothing.
    const all = [...kept.values()];
    expect(new Set(all).size).toBeGreaterThan(days * 3);
    for (const said of [
      '"overdue"',
      '"completed"',
      '"valid": true',
      '"lastActivity": "2031',
      '"in_progress"',
      '"isActive": false',
      'Title ',
    ]) {
      expect(all.filter((text) => text.includes(said)).length, said).toBeGreaterThan(20);
    }
    expect(all.some((text) => text.includes('Between'))).toBe(false);
  }, 240_000);

  test('[RPT-04] [PERF-01] it comes out the same from the figures that are kept of a day, made in parts and once', async () => {
    const { db } = server.services;
    for (let day = 2; day < days; day += 6) {
      const asOf = dayText(day);
      await sql`insert into past_days (day, people_total) values (${asOf}, (select count(*) from users))`.execute(
        db,
      );
      await storePastDay(db, asOf, { atOnce: 5 });
      const made = await sql`select * from past_days where day = ${asOf}`.execute(db);
      expect(made.rows).toMatchObject([{ readyAt: expect.any(Date) }]);
      await storePastDay(db, asOf, { atOnce: 5 });
      expect(await sql`select * from past_days where day = ${asOf}`.execute(db)).toEqual(made);
      for (const org of organizationIds) {
        const answer = await answers({ reach: everybody, org, asOf, isKept: true });
        expect(answer, asOf).toBe(kept.get(`${asOf} everybody ${String(org)}`));
      }
      const all = { reach: everybody, asOf, isKept: false };
      const wanted = { organization: 'all', period: '30d' } as const;
      expect(await complianceMetrics(db, { ...all, isKept: true }, wanted)).toEqual(
        await complianceMetrics(db, all, wanted),
      );
    }
  }, 120_000);

  test('[RPT-04] everybody stands in the report of a day once, also where the day ended elsewhere already', async () => {
    for (let day = 1; day < days; day += 7) {
      const asOf = dayText(day);
      const scope = { reach: everybody, org: 'all', asOf } as const;
      const report = await completionReport(server.services, server.services.db, scope, {
        limit: 200,
        offset: 0,
      });
      const ids = report.userDetails.map(({ userId }) => userId);
      expect(new Set(ids).size).toBe(ids.length);
      expect(report.reportMetadata.totalUsers).toBe(ids.length);
      expect(ids.length).toBeGreaterThanOrEqual(16);
    }
  });

  test('[RPT-04] [AUD-01] an installation from before gets the same history from its trail', async () => {
    const client = await database.admin.connect();
    const read = async () => {
      const { rows } = await client.query<{ rows: unknown }>(`
        select (select json_agg(h order by assignment_id, replaced_at) from assignment_history h) as assignments,
          (select json_agg(h order by user_id, replaced_at) from person_history h) as people,
          (select json_agg(h order by user_id, at) from sign_in_history h) as sign_ins`);
      return rows[0];
    };
    try {
      await client.query('begin');
      const written = await read();
      await client.query(
        'delete from assignment_history; delete from person_history; delete from sign_in_history',
      );
      await client.query(partOfMigration('0028-history', 'create aggregate pg_temp', 'create function'));
      await client.query(
        partOfMigration('0046-moved-due-dates', 'update assignment_history', 'create index'),
      );
      expect(await read()).toEqual(written);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('[AUD-04] verify makes the past of sixty days again from the trail and finds nothing', async () => {
    const { findings } = await verifyAll(server.services);
    expect(findings.filter(({ kind }) => kind !== 'clock_moved')).toEqual([]);
  });

  test('[RPT-04] before the records began there is nobody', async () => {
    const scope = { reach: everybody, org: 'all', asOf: '2030-01-01' } as const;
    const report = await completionReport(server.services, server.services.db, scope, {
      limit: 200,
      offset: 0,
    });
    expect([report.organizationSummary, report.userDetails]).toEqual([[], []]);
  });

  test('[RPT-04] [USR-08] who is erased counts on the days before, without the name', async () => {
    const { services } = server;
    const last = dayText(days - 1);
    const scope = { reach: everybody, org: 'all', asOf: last } as const;
    const before = await completionReport(services, services.db, scope, { limit: 200, offset: 0 });
    const person = before.userDetails.find(({ lastName }) => lastName.startsWith('Renamed'));
    const admin = await signIn(server.client(), await createUser(services, { role: 'admin' }));
    const erased = await admin.post(`/api/users/${person?.userId ?? ''}/erase`, { reason: 'asked for' });
    expect(erased.status).toBe(200);
    const after = await completionReport(services, services.db, scope, { limit: 200, offset: 0 });
    expect(after.organizationSummary).toEqual(before.organizationSummary);
    const then = after.userDetails.find(({ userId }) => userId === person?.userId);
    expect(then).toMatchObject({ firstName: 'Erased', totalAssignments: person?.totalAssignments });
    for (let day = 0; day < days; day += 9) {
      const text = await answers({ ...scope, asOf: dayText(day), userId: person?.userId });
      expect(text).not.toContain(person?.lastName);
      expect(text).not.toContain(person?.email);
    }
    const { findings } = await verifyAll(services);
    expect(findings.filter(({ kind }) => kind !== 'clock_moved')).toEqual([]);
  });
});

/** Gives one person a training and lets it be signed, through the product's own calls. */
async function trainSomebody(
  admin: TestClient,
  people: readonly FixtureUser[],
  moduleId: number,
  roll: (below: number) => number,
): Promise<void> {
  const person = people[roll(people.length)];
  if (!person) throw new Error('nobody to train');
  const { rows } = await sql<{ email: string }>`
    select email from users where id = ${person.id} and is_active and not exists (
      select 1 from training_assignments a where a.user_id = users.id and a.module_id = ${moduleId} and a.status <> 'voided')`.execute(
    database.db,
  );
  const [row] = rows;
  if (!row) return;
  const { id } = await assignTo(admin, person.id, moduleId);
  await completeText(await readyToSign(server, { ...person, email: row.email }), id, person);
}

describe('the call', () => {
  test('[RPT-04] takes today as now, refuses the future at its field, and names the day in the download', async () => {
    const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
    const today = new Date(server.services.clock.now()).toISOString().slice(0, 10);
    const tomorrow = new Date(server.services.clock.now().getTime() + dayMs).toISOString().slice(0, 10);
    for (const path of ['/api/reports/completion?', '/api/reports/completion/export?format=csv&']) {
      expect((await admin.get(`${path}asOf=${today}`)).status).toBe(200);
      const refused = await admin.get<{ errors: unknown }>(`${path}asOf=${tomorrow}`);
      expect(refused.status).toBe(422);
      expect(refused.body.errors).toMatchObject([
        { path: 'asOf', message: 'The date must not be in the future.' },
      ]);
      expect((await admin.get(`${path}asOf=2031-02-30`)).status).toBe(422);
    }
    const file = await admin.get(`/api/reports/completion/export?format=csv&asOf=${dayText(3)}`);
    expect(file.headers.get('content-disposition')).toContain(`completion-report-csv-${dayText(3)}.csv`);
  });
});
