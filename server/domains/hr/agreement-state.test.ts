import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import {
  agreementState,
  agreementStates,
  agreementStatuses,
  MIN_WARNING_DAYS,
  type AgreementState,
} from '#shared/domain/hr/agreements.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { agreementStateSql } from './agreements.queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const zones = ['UTC', 'Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu'] as const;

/** Days from today to the end: anywhere, and thickly around the days on which the state changes. */
const daysTo = (noticeDays: number) =>
  fc.oneof(
    fc.integer({ min: -900, max: 900 }),
    fc
      .tuple(fc.constantFrom(0, noticeDays, MIN_WARNING_DAYS), fc.integer({ min: -2, max: 2 }))
      .map(([days, beside]) => days + beside),
  );

const agreement = fc.integer({ min: 0, max: 730 }).chain((noticeDays) =>
  fc.record({
    status: fc.constantFrom(...agreementStatuses, 'active' as const, 'active' as const),
    noticeDays: fc.constant(noticeDays),
    days: fc.option(daysTo(noticeDays), { freq: 12 }),
    since: fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -900, max: 900 })),
    notice: fc.option(fc.integer({ min: -3, max: 40 }), { freq: 2 }),
    zone: fc.constantFrom(...zones),
  }),
);

/** What the database says of agreements that end so many days from today, and what today is where each organization is. */
async function askDatabase(cases: readonly unknown[]) {
  const { rows } = await sql<{ state: AgreementState; today: string; endsOn: string | null }>`
    select ${agreementStateSql} as state, today_in(o.time_zone) as today, a.ends_on
    from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb) as c (nr int, status text, "noticeDays" int, days int, since int, notice int, zone text)
    cross join lateral (select c.zone as time_zone) o
    cross join lateral (
      select c.status, c."noticeDays" as notice_days, today_in(o.time_zone) + c.days as ends_on,
        today_in(o.time_zone) - c.since as starts_on, today_in(o.time_zone) + c.notice as terminates_on
    ) a
    order by c.nr
  `.execute(database.db);
  return rows;
}

test('[HR-03] the database and the rule say the same state of every agreement, in every zone, at every boundary', async () => {
  const seen = new Set<AgreementState>();
  await fc.assert(
    fc.asyncProperty(fc.array(agreement, { minLength: 200, maxLength: 400 }), async (cases) => {
      const answers = await askDatabase(cases.map((one, nr) => ({ ...one, nr })));
      const expected = cases.map(({ status, noticeDays, days, since, notice }, at) => {
        const today = answers[at]?.today ?? '';
        const endsOn = days === null ? null : addDays(today, days);
        const startsOn = addDays(today, -since);
        const terminatesOn = notice === null ? null : addDays(today, notice);
        const facts = { status, startsOn, endsOn, noticeDays, terminatesOn };
        return { endsOn, state: agreementState(facts, today), today };
      });
      for (const { state } of expected) seen.add(state);
      expect(answers).toEqual(expected);
    }),
    { numRuns: 25 },
  );
  expect([...seen].toSorted()).toEqual([...agreementStates].toSorted());
});
