import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { inspectionStates, type InspectionState } from '#shared/domain/inspections/state.ts';
import { inspectionState } from '#tests/models/inspection-state.ts';
import { runningGrantSql } from '#server/platform/access/running-grant.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { asFixture, createOrganization, createUser } from '#tests/harness/world.ts';
import { admitInspectors } from './commands/admit-inspectors.ts';
import { inspectionStateSql } from './inspections.store.ts';

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

/** Far apart, with and without summer time, and with halves of hours. */
const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York', 'Asia/Kolkata'];

interface Row {
  readonly state: InspectionState;
  readonly fromDay: string;
  readonly toDay: string;
  readonly isClosed: boolean;
  readonly todays: readonly string[];
  readonly runs: boolean;
}

/** Inspections of one to three days, in one zone and in two, and one that is closed. */
async function makeInspections(): Promise<void> {
  const { services } = server;
  const admin = await createUser(services, { role: 'admin' });
  const person = await createUser(services);
  const places = await Promise.all(zones.map((timeZone) => createOrganization(services, { timeZone })));
  const today = services.clock.now().toISOString().slice(0, 10);
  await asFixture(services, async (tx) => {
    for (const [index, place] of places.entries())
      for (const [first, last] of [
        [1, 1],
        [2, 3],
        [2, 4],
      ] as const) {
        const [fromDay, toDay] = [addDays(today, first), addDays(today, last)];
        const { rows } = await sql<{ id: number }>`
          insert into inspections (title, purpose, from_day, to_day, opened_by)
          values ('T', 'P', ${fromDay}, ${toDay}, ${admin.id}) returning id`.execute(tx.db);
        const id = rows[0]?.id ?? 0;
        const next = places[(index + 1) % places.length]?.id ?? 0;
        const organizationIds = first === 1 ? [place.id] : [place.id, next];
        await admitInspectors(tx, id, { organizationIds, fromDay, toDay }, [person.id]);
      }
    await sql`
      with made as (select max(id) as id from inspections), revoked as (
        update user_grants g set revoked_at = app_now() from made where g.inspection_id = made.id)
      update inspections i set closed_at = app_now(), closed_by = ${admin.id}, closing_reason = 'Over' from made where i.id = made.id`.execute(
      tx.db,
    );
  });
}

test('[INS-01] the state in SQL is that of the rule, and exactly an open inspection has a grant that runs, in every zone and at every hour', async () => {
  await makeInspections();
  const seen = new Map<InspectionState, number>();
  try {
    for (let hours = 0; hours <= 150; hours += 5) {
      await database.moveClock({ hours });
      const { rows } = await sql<Row>`
        select ${inspectionStateSql} as state, i.from_day, i.to_day, i.closed_at is not null as is_closed,
          (select array_agg(today_in(o.time_zone)::text) from organizations o
            where o.id in (select g.organization_id from user_grants g where g.inspection_id = i.id)) as todays,
          exists (select 1 from user_grants g where g.inspection_id = i.id and ${sql.raw(runningGrantSql)}) as runs
        from inspections i`.execute(server.services.db);
      expect(rows.map(({ state }) => state)).toEqual(rows.map((row) => inspectionState(row, row.todays)));
      expect(rows.map(({ runs }) => runs)).toEqual(rows.map(({ state }) => state === 'open'));
      for (const { state } of rows) seen.set(state, (seen.get(state) ?? 0) + 1);
    }
  } finally {
    await database.moveClock({});
  }
  for (const state of inspectionStates) expect([state, seen.get(state) ?? 0]).not.toEqual([state, 0]);
});
