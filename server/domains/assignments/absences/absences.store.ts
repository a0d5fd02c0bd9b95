import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { addDays, compareDates } from '#shared/domain/calendar/calendar.ts';
import {
  absenceLimits,
  overlap,
  type AbsenceDays,
  type AbsenceKind,
} from '#shared/domain/people/absences.ts';
import type { ReasonWithParams } from '#shared/reasons/reasons.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** An absence that counts, with why. */
export interface StoredAbsence extends AbsenceDays {
  readonly id: number;
  readonly kind: AbsenceKind | null;
  readonly note: string | null;
}

/** The fields of an absence that people enter. */
export interface EnteredAbsence extends AbsenceDays {
  readonly kind: AbsenceKind | null;
  readonly note: string | null;
}

/** A person whose absences are changed, locked for the rest of the command. */
export interface AbsentPerson {
  readonly id: string;
  readonly today: string;
  /** The days after a return in the organization. */
  readonly returnDays: number;
}

/**
 * Locks a person within the reach, so that nobody gets trainings or another absence until the command ends. Errors: NOT_FOUND out
 * of reach, CONFLICT for the caller's own absence and for an erased person.
 */
export async function lockAbsentPerson(
  tx: CommandTransaction,
  reach: Reach,
  userId: string,
): Promise<AbsentPerson> {
  const { rows } = await sql<AbsentPerson & { isErased: boolean }>`
    select u.id, today_in(coalesce(o.time_zone, 'UTC'))::text as today, coalesce(o.return_days, 14) as return_days,
      u.erased_at is not null as is_erased
    from users u left join organizations o on o.id = u.organization_id
    where u.id = ${userId} and ${withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)}
    for no key update of u
  `.execute(tx.db);
  const [person] = rows;
  if (!person) throw new AppError('NOT_FOUND');
  if (person.isErased) throw new AppError('CONFLICT', { reason: 'person_erased' });
  if (person.id === tx.actorId) throw new AppError('CONFLICT', { reason: 'absence_needs_other' });
  return person;
}

/** Returns the person of an absence; NOT_FOUND if there is none. The reach is checked with {@link lockAbsentPerson}. */
export async function personOfAbsence(db: Kysely<DB>, id: number): Promise<string> {
  const row = await db.selectFrom('absences').select('userId').where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row.userId;
}

/** Returns the absences of a person that count, by their first day. */
export async function storedAbsences(db: Kysely<DB>, userId: string): Promise<readonly StoredAbsence[]> {
  const { rows } = await sql<StoredAbsence>`
    select a.id, a.first_day, a.last_day, d.kind, d.note from absences a
    left join absence_details d on d.absence_id = a.id
    where a.user_id = ${userId} and a.ended_at is null order by a.first_day
  `.execute(db);
  return rows;
}

/** Returns the absence with this id. Errors: CONFLICT if it was changed or voided since. */
export function requireStored(absences: readonly StoredAbsence[], id: number): StoredAbsence {
  const found = absences.find((one) => one.id === id);
  if (!found) throw new AppError('CONFLICT', { reason: 'absence_replaced' });
  return found;
}

/** Refuses days that are far away, too many, or those of another absence. Errors: VALIDATION_FAILED at the field. */
export function requireDays(
  days: AbsenceDays,
  others: readonly AbsenceDays[],
  { today }: AbsentPerson,
): void {
  const { fromToday, length } = absenceLimits;
  const isFar = (day: string) =>
    compareDates(day, addDays(today, -fromToday)) < 0 || compareDates(day, addDays(today, fromToday)) > 0;
  if (isFar(days.firstDay)) refuse('firstDay', { reason: 'absence_too_far', params: { maximum: fromToday } });
  if (days.lastDay !== null && compareDates(days.lastDay, addDays(days.firstDay, length)) > 0)
    refuse('lastDay', { reason: 'absence_too_long', params: { maximum: length } });
  if (others.some((other) => overlap(other, days))) refuse('firstDay', { reason: 'absence_overlaps' });
}

/** Refuses one field with a reason. Errors: VALIDATION_FAILED. */
export function refuse(path: string, reason: ReasonWithParams): never {
  throw new AppError('VALIDATION_FAILED', { errors: [{ path, ...reason }] });
}

/** Adds an absence, or the next version of one. */
export async function insertAbsence(
  tx: CommandTransaction,
  person: AbsentPerson,
  { firstDay, lastDay, kind, note }: EnteredAbsence,
  follows: number | null,
): Promise<number> {
  const { id } = await tx.db
    .insertInto('absences')
    .values({
      userId: person.id,
      firstDay,
      lastDay,
      returnDays: person.returnDays,
      recordedBy: tx.answerableId ?? person.id,
      follows,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (kind !== null) {
    await tx.db
      .insertInto('absenceDetails')
      .values({ absenceId: id, userId: person.id, kind, note: note || null })
      .execute();
  }
  tx.changes();
  return id;
}

/** Ends the version of an absence that counts: it was changed, or never took place. */
export async function endVersion(
  tx: CommandTransaction,
  id: number,
  endedAs: 'changed' | 'voided',
): Promise<void> {
  await sql`update absences set ended_at = app_now(), ended_as = ${endedAs} where id = ${id}`.execute(tx.db);
  tx.changes();
}
