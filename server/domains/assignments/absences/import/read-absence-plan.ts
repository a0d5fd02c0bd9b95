import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import {
  planAbsences,
  type AbsentPerson,
  type PlannedAbsenceRow,
} from '#shared/domain/assignments/absence-import/plan-absences.ts';
import {
  readAbsenceRow,
  type ReadAbsenceRow,
} from '#shared/domain/assignments/absence-import/read-absence-row.ts';
import type { DB } from '#server/db/db.d.ts';
import { cellsOf, type ImportSubjects, type StoredImport } from '#server/domains/people/index.ts';
import { todayIn } from '../../effective-status.ts';
import type { DueDateMove } from '../absence-effect.ts';

/** The plan of an import of absences: every row of the file in its order. */
export type AbsencePlan = readonly PlannedAbsenceRow[];

/**
 * Reads the rows of an import and the absences of people, and plans the outcome of each row (USR-10). `seen` gets the number of
 * rows read so far, and can stop the reading by throwing.
 */
export async function readAbsencePlan(
  db: Kysely<DB>,
  found: StoredImport<'absences'>,
  importerId: string,
  seen: (rows: number) => Promise<void> = async () => undefined,
): Promise<AbsencePlan> {
  const rows: ReadAbsenceRow[] = [];
  for await (const some of cellsOf(db, found.id)) {
    for (const { line, cells } of some) rows.push(readAbsenceRow(line, cells, found.mapping, found.options));
    await seen(rows.length);
  }
  return planAbsences(rows, await readPeople(db, rows), importerId);
}

async function readPeople(db: Kysely<DB>, rows: readonly ReadAbsenceRow[]): Promise<readonly AbsentPerson[]> {
  const emails = [...new Set(rows.flatMap(({ row }) => row.email?.toLowerCase() ?? []))];
  const externalIds = [...new Set(rows.flatMap(({ row }) => row.externalId ?? []))];
  const { rows: people } = await sql<AbsentPerson>`
    select u.id, u.email, u.external_id, ${todayIn(sql`o.time_zone`)}::text as today, coalesce((
      select json_agg(json_build_object('id', x.id, 'firstDay', x.first_day, 'lastDay', x.last_day, 'kind', d.kind,
        'note', d.note) order by x.first_day)
      from absences x left join absence_details d on d.absence_id = x.id
      where x.user_id = u.id and x.ended_at is null), '[]') as absences
    from users u left join organizations o on o.id = u.organization_id
    where u.erased_at is null and (lower(u.email) = any(${emails}::text[]) or u.external_id = any(${externalIds}::text[]))`.execute(
    db,
  );
  return people;
}

/**
 * Identifies a plan with the due dates that it moves, so that a confirmation applies to the one that was shown. Why somebody is away
 * is not in it: three values are guessed at once, and the hash is in the trail.
 */
export function absencePlanHash(plan: AbsencePlan, moved: readonly DueDateMove[]): string {
  const hash = createHash('sha256');
  for (const { line, outcome, userId, absence, problems } of plan) {
    const days = absence && [absence.firstDay, absence.lastDay, absence.follows];
    const wrong = problems.map(({ field, reason, otherLine }) => [field, reason, otherLine]);
    hash.update(`${JSON.stringify([line, outcome, userId, days, wrong])}\n`);
  }
  for (const { assignmentId, from, to } of moved.toSorted((a, b) => a.assignmentId - b.assignmentId))
    hash.update(`${JSON.stringify([assignmentId, from, to])}\n`);
  return hash.digest('hex');
}

/** The numbers of a plan and of the due dates that it moves. */
export function absenceFiguresOf(
  plan: AbsencePlan,
  moved: readonly (DueDateMove & { readonly isOverdue: boolean })[],
): ImportSubjects['absences']['figures'] {
  const of = (outcome: PlannedAbsenceRow['outcome']): number =>
    plan.filter((row) => row.outcome === outcome).length;
  const people = plan.flatMap(({ absence }) => absence?.userId ?? []);
  return {
    bad: of('bad'),
    recorded: of('recorded'),
    changed: of('changed'),
    unchanged: of('unchanged'),
    people: new Set(people).size,
    moved: moved.length,
    paused: moved.filter(({ to }) => to === null).length,
    overdue: moved.filter(({ isOverdue }) => isOverdue).length,
  };
}
