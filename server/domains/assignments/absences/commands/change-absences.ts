import type { Reach } from '#shared/domain/access/permissions.ts';
import { compareDates } from '#shared/domain/calendar/calendar.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { moveDueDates, type AbsenceEffect } from '../absence-effect.ts';
import {
  endVersion,
  insertAbsence,
  lockAbsentPerson,
  personOfAbsence,
  refuse,
  requireDays,
  requireStored,
  storedAbsences,
  type AbsentPerson,
  type EnteredAbsence,
  type StoredAbsence,
} from '../absences.store.ts';

/** The result of a command: the effect, the person, and the version of the absence that counts or was voided. */
export interface ChangedAbsence extends AbsenceEffect {
  readonly userId: string;
  readonly absenceId: number;
}

/** Records an absence of another person (USR-10). Errors: NOT_FOUND, CONFLICT, VALIDATION_FAILED. */
export async function recordAbsence(
  tx: CommandTransaction,
  reach: Reach,
  userId: string,
  entered: EnteredAbsence,
): Promise<ChangedAbsence> {
  const person = await lockAbsentPerson(tx, reach, userId);
  requireDays(entered, await storedAbsences(tx.db, userId), person);
  return done(person, await moveDueDates(tx, person, () => insertAbsence(tx, person, entered, null)));
}

/** Changes an absence: its next version counts (USR-10). Errors: NOT_FOUND, CONFLICT, VALIDATION_FAILED. */
export async function changeAbsence(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  entered: EnteredAbsence,
): Promise<ChangedAbsence> {
  const { person, absences } = await lockStored(tx, reach, id);
  return replace(tx, person, absences, id, entered);
}

/** Records the last day of an absence that was longer or had none (USR-10). Errors: NOT_FOUND, CONFLICT, VALIDATION_FAILED. */
export async function endAbsence(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  lastDay: string,
): Promise<ChangedAbsence> {
  const { person, absences, stored } = await lockStored(tx, reach, id);
  if (compareDates(lastDay, stored.firstDay) < 0) refuse('lastDay', { reason: 'absence_ends_before' });
  if (stored.lastDay !== null && compareDates(lastDay, stored.lastDay) > 0)
    refuse('lastDay', { reason: 'absence_not_longer' });
  return replace(tx, person, absences, id, { ...stored, lastDay });
}

/** Voids an absence: due dates return to those without it (USR-10). Errors: NOT_FOUND, CONFLICT. */
export async function voidAbsence(tx: CommandTransaction, reach: Reach, id: number): Promise<ChangedAbsence> {
  const { person } = await lockStored(tx, reach, id);
  return done(
    person,
    await moveDueDates(tx, person, async () => {
      await endVersion(tx, id, 'voided');
      return id;
    }),
  );
}

async function lockStored(tx: CommandTransaction, reach: Reach, id: number) {
  const person = await lockAbsentPerson(tx, reach, await personOfAbsence(tx.db, id));
  const absences = await storedAbsences(tx.db, person.id);
  return { person, absences, stored: requireStored(absences, id) };
}

async function replace(
  tx: CommandTransaction,
  person: AbsentPerson,
  absences: readonly StoredAbsence[],
  id: number,
  entered: EnteredAbsence,
): Promise<ChangedAbsence> {
  requireDays(
    entered,
    absences.filter((one) => one.id !== id),
    person,
  );
  const moved = await moveDueDates(tx, person, async () => {
    await endVersion(tx, id, 'changed');
    return insertAbsence(tx, person, entered, id);
  });
  return done(person, moved);
}

const done = (
  { id: userId }: AbsentPerson,
  { changed: absenceId, ...effect }: AbsenceEffect & { readonly changed: number },
): ChangedAbsence => ({ ...effect, userId, absenceId });
