import type { ReminderStatus } from '../compliance/figures.ts';
import type { UserSettings } from '../people/settings.ts';

/** The reminder types of SPEC §9 (REM-01), in the order in which the dialog offers them. */
export const reminderTypes = [
  'begin_training',
  'accept_invite',
  'complete_before_due',
  'overdue_compliance',
] as const;

/** A reminder type of SPEC §9 (REM-01). */
export type ReminderType = (typeof reminderTypes)[number];

/** The statuses for which a reminder type is meant (SPEC §9). An invitation is for everybody who has not accepted it. */
export const targetedStatuses: Readonly<Record<ReminderType, readonly ReminderStatus[]>> = {
  begin_training: ['pending'],
  // People who never signed in may already be overdue.
  accept_invite: ['pending', 'overdue', 'mixed'],
  complete_before_due: ['pending', 'mixed'],
  overdue_compliance: ['overdue', 'mixed'],
};

/** The limits of manual reminders (REM-01): one kind per person and day, a number per sender and hour, and a number per call. */
export const reminderLimits = {
  hoursBetween: 24,
  perSenderAndHour: 5000,
  perCall: 1000,
  messageLength: 1000,
  /** Trainings listed in an email; the others are counted. */
  listedTrainings: 10,
} as const;

/** The reasons why a person got no reminder (REM-01), in the order in which they are checked. */
export const skipReasons = [
  'inactive',
  'no_address',
  'away',
  'not_eligible',
  'switched_off',
  'recently_reminded',
] as const;

/** One of {@link skipReasons}. */
export type SkipReason = (typeof skipReasons)[number];

/** The facts that decide who can get a type of reminder. */
export interface EligibilityFacts {
  readonly status: ReminderStatus;
  /** Never signed in, or only a password that an administrator issued: the invitation is not accepted yet. */
  readonly invitationOpen: boolean;
}

/**
 * Returns whether a reminder type is meant for a person (REM-01, SPEC §9): by status, and an invitation is only for people
 * who have not accepted it.
 */
export function isEligible(type: ReminderType, person: EligibilityFacts): boolean {
  if (!targetedStatuses[type].includes(person.status)) return false;
  return type !== 'accept_invite' || person.invitationOpen;
}

/** The facts that decide whether a person gets a reminder now. */
export interface ReminderFacts extends EligibilityFacts {
  readonly isActive: boolean;
  /** Away today: reminders wait until the person is back (USR-10). */
  readonly isAway: boolean;
  readonly email: string;
  readonly settings: Pick<UserSettings, 'emailNotifications' | 'trainingReminders'>;
  /** A reminder of this type went to the person within {@link reminderLimits}.hoursBetween, from whomever. */
  readonly remindedRecently: boolean;
}

/**
 * Returns why a person is left out, or null if the reminder is sent (REM-01, NOT-02). The invitation concerns the account
 * itself, to which the person's switches do not apply.
 */
export function skipReason(type: ReminderType, person: ReminderFacts): SkipReason | null {
  if (!person.isActive) return 'inactive';
  if (!canReceive(person.email)) return 'no_address';
  if (person.isAway) return 'away';
  if (!isEligible(type, person)) return 'not_eligible';
  const { emailNotifications, trainingReminders } = person.settings;
  if (type !== 'accept_invite' && !(emailNotifications && trainingReminders)) return 'switched_off';
  return person.remindedRecently ? 'recently_reminded' : null;
}

/** Addresses below `.invalid` can never exist (RFC 2606): they replace the address of a person who has none. */
export function canReceive(email: string): boolean {
  return email.includes('@') && !/\.invalid$/i.test(email.trim());
}
