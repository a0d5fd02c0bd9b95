import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { bulkAssignmentsContract } from '#shared/contract/bulk-assignments.ts';
import type { BodyOf, ResponseInput } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import {
  bulkLimits,
  movedDueDate,
  type DueDateMove,
  type MoveRefusal,
} from '#shared/domain/assignments/bulk.ts';
import type { StoredStatus } from '#shared/domain/assignments/status.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { dueAfter } from '../absences/due-after.ts';
import { figuresOf, hashOf, namedAsSkipped, requireShown, type BulkPerson } from '../bulk-effect.ts';
import { isOverdue, todayIn } from '../effective-status.ts';
import { lockPeople } from '../plan.ts';

type Body = BodyOf<typeof bulkAssignmentsContract.changeDueDates>;
type Shown = Omit<ResponseInput<typeof bulkAssignmentsContract.changeDueDates>, 'preview'>;

interface Row extends BulkPerson {
  readonly assignmentId: number;
  readonly title: string;
  readonly status: StoredStatus;
  readonly dueDate: string | null;
  readonly today: string;
  /** The new due date after absences (USR-10); null: paused. */
  readonly afterAbsences: string | null;
}

interface Moved {
  readonly id: number;
  readonly userId: string;
  readonly dueDate: string;
}

/** Previews {@link changeDueDates} (LRN-06). Errors: NOT_FOUND if any assignment is out of reach, VALIDATION_FAILED. */
export async function previewDueDates(db: Kysely<DB>, reach: Reach, body: Body): Promise<Shown> {
  const { effect, effectHash } = planOf(await readRows(db, reach, body, sql``), body);
  return { effect, effectHash };
}

/**
 * Changes the due dates of chosen assignments, of everything that people have open, or of the open assignments of modules within
 * the caller's reach (LRN-06). It is one statement, all or nothing. Assignments that are not open keep their date and are named.
 * Errors: NOT_FOUND if anything is out of reach, VALIDATION_FAILED, EFFECT_CHANGED.
 */
export async function changeDueDates(tx: CommandTransaction, reach: Reach, body: Body): Promise<Shown> {
  // Nobody's absences change from here on, so what is read next is what is stored.
  const people = (await readRows(tx.db, reach, body, sql``)).map(({ id }) => id);
  await lockPeople(tx, [...new Set(people)].toSorted());
  const { moved, effect, effectHash } = planOf(
    await readRows(tx.db, reach, body, sql`for update of a`),
    body,
  );
  requireShown({ effect, effectHash }, body.effectHash);
  if (moved.length > 0) {
    await sql`
      update training_assignments a set due_date = p."dueDate"
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as p(id int, "dueDate" date)
      where a.id = p.id
    `.execute(tx.db);
  }
  return { effect, effectHash };
}

function planOf(rows: readonly Row[], body: Body): Shown & { readonly moved: readonly Moved[] } {
  const move: DueDateMove =
    body.dueDate === undefined ? { addDays: body.addDays ?? 0 } : { dueDate: body.dueDate };
  const moved: (Moved & {
    readonly before: string | null;
    readonly shown: string | null;
    readonly isLate: boolean;
  })[] = [];
  const skipped: { row: Row; reason: MoveRefusal }[] = [];
  for (const row of rows) {
    const found = movedDueDate(row, move);
    if ('refusal' in found) skipped.push({ row, reason: found.refusal });
    else {
      const { dueDate } = found;
      const shown = row.afterAbsences;
      const isLate = shown !== null && shown < row.today;
      moved.push({ id: row.assignmentId, userId: row.id, before: row.dueDate, dueDate, shown, isLate });
    }
  }
  const dates = moved.flatMap(({ shown }) => shown ?? []).toSorted();
  return {
    moved: moved.map(({ id, userId, dueDate }) => ({ id, userId, dueDate })),
    effectHash: hashOf([
      // With the date of before: nobody overwrites a change that they have not seen.
      ...moved.map(({ id, before, dueDate, shown, isLate }) =>
        [id, before, dueDate, shown, isLate].map(String).join(' '),
      ),
      ...skipped.map(({ row, reason }) => `${String(row.assignmentId)} ${reason}`),
    ]),
    effect: {
      moved: figuresOf(moved),
      overdue: moved.filter(({ isLate }) => isLate).length,
      earliest: dates[0] ?? null,
      latest: dates.at(-1) ?? null,
      skippedCount: skipped.length,
      skipped: skipped.slice(0, namedAsSkipped).map(({ row, reason }) => ({
        id: row.id,
        firstName: row.firstName,
        lastName: row.lastName,
        email: row.email,
        assignmentId: row.assignmentId,
        title: row.title,
        reason,
      })),
    },
  };
}

async function readRows(
  db: Kysely<DB>,
  reach: Reach,
  { assignmentIds, userIds, moduleIds, overdueOnly, dueDate, addDays }: Body,
  lock: RawBuilder<unknown>,
): Promise<readonly Row[]> {
  const people = userIds && [...new Set(userIds)];
  const ids = assignmentIds && [...new Set(assignmentIds)];
  if (people) await requireReached(db, reach, people);
  const today = todayIn(sql`o.time_zone`);
  const wanted = dueDate === undefined ? sql`a.due_date + ${addDays ?? 0}::int` : sql`${dueDate}::date`;
  const chosen = ids
    ? sql`a.id = any(${ids}::int[])`
    : sql`${people ? sql`a.user_id = any(${people}::text[])` : sql`u.is_active`} and a.status in ('not_started', 'in_progress')
        and ${moduleIds ? sql`a.module_id = any(${[...moduleIds]}::int[])` : sql`true`}
        and ${overdueOnly ? isOverdue(sql`a.status`, sql`a.due_date`, today) : sql`true`}`;
  const { rows } = await sql<Row>`
    select a.id as assignment_id, a.status, a.due_date, m.title, u.id, u.first_name, u.last_name, u.email,
      ${today}::text as today, ${dueAfter(sql`u.id`, wanted)}::text as after_absences
    from training_assignments a
    join users u on u.id = a.user_id and u.erased_at is null
    join training_modules m on m.id = a.module_id
    left join organizations o on o.id = u.organization_id
    where ${chosen} and ${withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)}
    order by a.id limit ${bulkLimits.moved + 1}
    ${lock}
  `.execute(db);
  if (ids && rows.length < ids.length) throw new AppError('NOT_FOUND');
  if (rows.length > bulkLimits.moved) {
    throw new AppError('VALIDATION_FAILED', {
      errors: [
        people
          ? {
              path: 'userIds',
              reason: 'people_open_too_many',
              params: { maximum: 10_000 },
            }
          : {
              path: 'moduleIds',
              reason: 'modules_open_too_many',
              params: { maximum: 10_000 },
            },
      ],
    });
  }
  return rows;
}

async function requireReached(db: Kysely<DB>, reach: Reach, userIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ reached: number }>`
    select count(*)::int as reached from users u
    where u.id = any(${[...userIds]}::text[]) and u.erased_at is null
      and ${withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)}
  `.execute(db);
  if ((rows[0]?.reached ?? 0) < userIds.length) throw new AppError('NOT_FOUND');
}
