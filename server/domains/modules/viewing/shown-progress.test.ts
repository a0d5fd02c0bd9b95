import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedStatuses } from '#shared/domain/assignments/status.ts';
import { shownProgress } from '#shared/domain/viewing/progress.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { shownProgressOf } from './shown-progress.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('[LRN-01] [VIEW-06] the database and the rule show the same progress of every assignment', async () => {
  const percents = Array.from({ length: 101 }, (_, percent) => percent);
  const cases = storedStatuses.flatMap((status) =>
    percents.flatMap((percent) => [null, false, true].map((quizPassed) => ({ status, percent, quizPassed }))),
  );
  const shown = shownProgressOf({
    status: sql<string>`c.status`,
    progress: sql<number>`c.percent`,
    quizPassed: sql<boolean | null>`c."quizPassed"`,
  });
  const { rows } = await sql<{ shown: number }>`
    select ${shown} as shown
    from jsonb_to_recordset(${JSON.stringify(cases.map((one, nr) => ({ ...one, nr })))}::jsonb)
      as c (status text, percent smallint, "quizPassed" boolean, nr int)
    order by c.nr`.execute(database.db);
  expect(rows.map((row) => row.shown)).toEqual(
    cases.map(({ status, percent, quizPassed }) => shownProgress(status, percent, quizPassed)),
  );
});
