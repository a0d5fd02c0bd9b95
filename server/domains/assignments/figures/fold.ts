import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '#server/db/db.d.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { takeTurn } from './turn.ts';
import {
  addedColumns,
  addToGroup,
  contributionsOf,
  countedPeople,
  daysCte,
  peopleDue,
  personColumns,
  sumColumns,
} from './figures-sql.ts';

/** People of one statement: some 100,000 trainings. */
const peopleAtOnce = 2000;

/**
 * Counts again whose figures changed and whose day has come, and puts the difference into the sums of the groups (CMP-03).
 * Each part is one statement, so of one snapshot: a change that commits meanwhile keeps its mark for the next part. Killed
 * anywhere it leaves only whole parts; several servers take turns. Days that were worked out and are others now are worked out
 * again by `keepFigureDaysJob`.
 */
export async function foldFigures(
  db: Kysely<DB>,
  {
    stopping,
    atOnce = peopleAtOnce,
  }: { readonly stopping?: AbortSignal | undefined; readonly atOnce?: number } = {},
): Promise<void> {
  let more = true;
  while (more && stopping?.aborted !== true) {
    more = await db.transaction().execute(async (tx) => {
      await takeTurn(tx);
      return foldPart(tx, atOnce);
    });
  }
}

/** Folds some people; answers whether there may be more. Its snapshot is younger than the lock that it holds. */
async function foldPart(tx: Transaction<DB>, atOnce: number): Promise<boolean> {
  const { rows } = await sql<{ marks: number; due: number }>`
    with ${daysCte},
    marks as materialized (select id, user_id, since from figure_changes order by id limit ${atOnce}),
    due as materialized (${peopleDue} limit ${atOnce}),
    picked as materialized (select user_id from marks union select user_id from due),
    counted as materialized (${countedPeople(sql`select user_id from picked`)}),
    before as materialized (select p.* from person_figures p where p.user_id in (select user_id from picked)),
    gone as (
      delete from person_figures p using picked
      where p.user_id = picked.user_id and p.user_id not in (select user_id from counted)
    ),
    kept as (
      insert into person_figures (${personColumns}) select ${personColumns} from counted
      on conflict (user_id) do update set organization_id = excluded.organization_id,
        department_id = excluded.department_id, role = excluded.role, is_active = excluded.is_active,
        has_signed_in = excluded.has_signed_in, total = excluded.total, completed = excluded.completed,
        in_progress = excluded.in_progress, not_started = excluded.not_started, overdue = excluded.overdue,
        expired = excluded.expired, completions = excluded.completions, required = excluded.required,
        required_open = excluded.required_open, required_late = excluded.required_late, is_due = excluded.is_due,
        completion_seconds = excluded.completion_seconds,
        last_change = excluded.last_change, next_change_on = excluded.next_change_on
    ),
    summed as (
      insert into group_figures (organization_id, department_id, role, ${sumColumns})
      select organization_id, department_id, role, ${addedColumns} from (
        ${contributionsOf(sql`select * from counted`, 1)} union all ${contributionsOf(sql`select * from before`, -1)}
      ) d group by organization_id, department_id, role
      on conflict (organization_id, department_id, role) do update set ${addToGroup}
    ),
    redone as (
      delete from figure_days f using (
        select p.organization_id, min(m.since) as since from marks m join user_periods p on p.user_id = m.user_id
        where m.since is not null group by p.organization_id
      ) past
      where f.from_records and f.organization_id is not distinct from past.organization_id and f.day > past.since - 2
    ),
    cleared as (delete from figure_changes c using marks where c.id = marks.id)
    select (select count(*)::int from marks) as marks, (select count(*)::int from due) as due`.execute(tx);
  await sql`delete from group_figures where people = 0`.execute(tx);
  const [part] = rows;
  return part !== undefined && (part.marks >= atOnce || part.due >= atOnce);
}

/** Keeps the figures of people and groups near the present (CMP-03, PERF-01); readers are exact in between. */
export const foldFiguresJob = defineJob({
  name: 'assignments.foldFigures',
  data: z.object({}),
  schedule: '* * * * *',
  run: (services, _data, stopping) => foldFigures(services.db, { stopping }),
});
