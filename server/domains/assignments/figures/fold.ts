import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '#server/db/db.d.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { foldedCvs, withoutEmptyCvs } from './cv-figures.ts';
import { lockFigures } from './lock-figures.ts';
import { foldedPairs, foldMatrix, withoutEmpty } from './matrix-figures.ts';
import {
  addedColumns,
  addedFacts,
  addTo,
  assignmentsOf,
  contributionsOf,
  countedFacts,
  daysCte,
  factColumns,
  factsIn,
  factsOf,
  groupKeys,
  invitationOpen,
  isDifference,
  joinPeople,
  peopleDue,
  personColumns,
  placeColumns,
  sumColumns,
  updatedFacts,
} from './figures-sql.ts';

/** People of one statement: some 100,000 trainings. */
const peopleAtOnce = 2000;

/**
 * Counts people again whose figures changed or whose day has come, then those of changed matrices, and adds the difference to the
 * sums of the groups (CMP-03).
 * Each part is one statement and reads one snapshot: a change that commits in the meantime keeps its mark for the next part. A
 * killed process leaves only whole parts, and several servers take turns. `storeFigureDaysJob` computes past days again that have
 * changed.
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
      await lockFigures(tx);
      return (await foldPart(tx, atOnce)) || foldOneMatrix(tx);
    });
  }
}

/** Folds a changed matrix; returns whether there was one. */
async function foldOneMatrix(tx: Transaction<DB>): Promise<boolean> {
  const { rows } = await foldMatrix.execute(tx);
  await withoutEmpty.execute(tx);
  return rows.length > 0;
}

const picked = sql`select user_id from picked`;

/**
 * Returns SQL of each module of some people as a row like those of `person_figures`, from their rows and the facts of their
 * modules.
 */
const ofModules = (people: 'counted' | 'before', modules: 'counted_modules' | 'before_modules') => sql`
  select m.module_id, p.organization_id, p.department_id, p.role, p.is_active, p.has_signed_in, ${countedFacts}, p.invitation_open
  from ${sql.table(modules)} m join ${sql.table(people)} p on p.user_id = m.user_id`;

/** Folds some people; returns whether there may be more. Its snapshot is taken after the lock. */
async function foldPart(tx: Transaction<DB>, atOnce: number): Promise<boolean> {
  const { rows } = await sql<{ marks: number; due: number }>`
    with ${daysCte},
    marks as materialized (select id, user_id, since from figure_changes order by id limit ${atOnce}),
    due as materialized (${peopleDue} limit ${atOnce}),
    picked as materialized (select user_id from marks union select user_id from due),
    counted_modules as materialized (
      select u.id as user_id, m.* from ${joinPeople(picked)} cross join lateral (${factsOf(assignmentsOf())}) m
    ),
    counted as materialized (
      select ${placeColumns}, ${addedFacts}, min(m.next_change_on) as next_change_on, ${invitationOpen} as invitation_open
      from ${joinPeople(picked)} left join counted_modules m on m.user_id = u.id group by u.id
    ),
    before as materialized (select p.* from person_figures p where p.user_id in (select user_id from picked)),
    before_modules as materialized (
      select m.* from person_module_figures m where m.user_id in (select user_id from picked)
    ),
    changed_modules as materialized (
      select c.* from counted_modules c left join before_modules b on b.user_id = c.user_id and b.module_id = c.module_id
      where (${factsIn('c')}) is distinct from (${factsIn('b')})
    ),
    gone_modules as (
      delete from person_module_figures p using before_modules b
      where p.user_id = b.user_id and p.module_id = b.module_id
        and not exists (select from counted_modules c where c.user_id = b.user_id and c.module_id = b.module_id)
    ),
    kept_modules as (
      insert into person_module_figures (user_id, module_id, ${factColumns})
      select user_id, module_id, ${factColumns} from changed_modules
      on conflict (user_id, module_id) do update set ${updatedFacts}
    ),
    summed_modules as (
      insert into group_module_figures (module_id, ${groupKeys}, ${sumColumns})
      select module_id, ${groupKeys}, ${addedColumns} from (
        ${contributionsOf(ofModules('counted', 'counted_modules'), 1, true)}
        union all ${contributionsOf(ofModules('before', 'before_modules'), -1, true)}
      ) d group by module_id, ${groupKeys} having ${isDifference}
      on conflict (module_id, organization_id, department_id, role) do update set ${addTo('group_module_figures')}
    ),
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
        last_change = excluded.last_change, next_change_on = excluded.next_change_on, invitation_open = excluded.invitation_open
    ),
    summed as (
      insert into group_figures (${groupKeys}, ${sumColumns})
      select ${groupKeys}, ${addedColumns} from (
        ${contributionsOf(sql`select * from counted`, 1)} union all ${contributionsOf(sql`select * from before`, -1)}
      ) d group by ${groupKeys} having ${isDifference}
      on conflict (organization_id, department_id, role) do update set ${addTo('group_figures')}
    ),
    ${foldedPairs},
    ${foldedCvs},
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
  await sql`delete from group_module_figures where people = 0`.execute(tx);
  await withoutEmpty.execute(tx);
  await withoutEmptyCvs.execute(tx);
  const [part] = rows;
  return part !== undefined && (part.marks >= atOnce || part.due >= atOnce);
}

/** Updates the figures of people and groups regularly (CMP-03, PERF-01); readers are exact in between. */
export const foldFiguresJob = defineJob({
  name: 'assignments.foldFigures',
  data: z.object({}),
  schedule: '* * * * *',
  run: (services, _data, stopping) => foldFigures(services.db, { stopping }),
});
