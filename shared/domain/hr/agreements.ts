import type { MeaningCode } from '../signatures/statements.ts';
import { addDaysClamped, compareDates, type CalendarDate } from '../calendar/calendar.ts';

/** The stored states of an agreement (HR-03). */
export const agreementStatuses = ['draft', 'out_for_signature', 'declined', 'active', 'terminated'] as const;

/** One of {@link agreementStatuses}. */
export type AgreementStatus = (typeof agreementStatuses)[number];

/** The shown states: starting, ending, expiring and expired follow from the dates and today (HR-03). */
export const agreementStates = [
  'draft',
  'out_for_signature',
  'declined',
  'starting',
  'active',
  'expiring',
  'ending',
  'expired',
  'terminated',
] as const;

/** One of {@link agreementStates}. */
export type AgreementState = (typeof agreementStates)[number];

/** Kinds of agreements (HR-03). */
export const agreementKinds = ['consulting', 'services', 'confidentiality', 'advisory', 'other'] as const;

/** One of {@link agreementKinds}. */
export type AgreementKind = (typeof agreementKinds)[number];

/** For an agreement with a shorter notice period, reminders start this many days before its end. */
export const MIN_WARNING_DAYS = 30;

/**
 * Returns the day from which an agreement counts as expiring, and by which its notice must be decided (HR-03). It is the notice
 * period before the end of the agreement, but at least thirty days.
 */
export function expiringFrom(endsOn: CalendarDate, noticeDays: number): CalendarDate {
  return addDaysClamped(endsOn, -Math.max(noticeDays, MIN_WARNING_DAYS));
}

/** The dates that decide the state of a signed agreement on a day. */
export interface AgreementDates {
  readonly startsOn: CalendarDate;
  readonly endsOn: CalendarDate | null;
  readonly noticeDays: number;
  /** Last day after a notice, never later than the end that was signed. */
  readonly terminatesOn: CalendarDate | null;
}

/**
 * Returns the last day of an agreement (HR-03): the day on which it was terminated, or else the day in its notice, or else the
 * signed end.
 */
export const lastDayOf = ({
  endsOn,
  terminatesOn,
  terminatedOn = null,
}: Pick<AgreementDates, 'endsOn' | 'terminatesOn'> & {
  readonly terminatedOn?: CalendarDate | null;
}): CalendarDate | null => terminatedOn ?? terminatesOn ?? endsOn;

/**
 * Returns the state of an agreement on a day (HR-03): signed by both sides it is active only from its start date, and after
 * a notice until the day in the notice.
 */
export function agreementState(
  agreement: AgreementDates & { readonly status: AgreementStatus },
  today: CalendarDate,
): AgreementState {
  const { status, startsOn, endsOn, noticeDays, terminatesOn } = agreement;
  if (status !== 'active') return status;
  if (compareDates(today, startsOn) < 0) return 'starting';
  if (terminatesOn !== null) return compareDates(terminatesOn, today) < 0 ? 'terminated' : 'ending';
  if (endsOn === null) return 'active';
  if (compareDates(endsOn, today) < 0) return 'expired';
  return compareDates(expiringFrom(endsOn, noticeDays), today) <= 0 ? 'expiring' : 'active';
}

/** The reasons why an agreement cannot end by notice on a day. */
export type NoticeRefusal = 'not_running' | 'past' | 'before_start' | 'after_end';

/** Returns whether notice may name a day as the last one (HR-03): only for a signed agreement, not in the past, within its own dates. */
export function judgeNotice(
  agreement: AgreementDates & { readonly status: AgreementStatus },
  lastDay: CalendarDate,
  today: CalendarDate,
): NoticeRefusal | null {
  const { startsOn, endsOn } = agreement;
  const state = agreementState(agreement, today);
  if (agreement.status !== 'active' || state === 'expired' || state === 'terminated') return 'not_running';
  if (compareDates(lastDay, today) < 0) return 'past';
  if (compareDates(lastDay, startsOn) < 0) return 'before_start';
  return endsOn !== null && compareDates(lastDay, endsOn) > 0 ? 'after_end' : null;
}

/** The actions on an agreement (HR-03). */
export const agreementMoves = ['edit', 'send', 'withdraw', 'sign', 'decline', 'terminate'] as const;

/** One of {@link agreementMoves}. */
export type AgreementMove = (typeof agreementMoves)[number];

/** The entries in the history of an agreement: the actions of its commands in the audit trail, without their prefix (HR-03). */
export const agreementEvents = [
  'created',
  'changed',
  'uploaded',
  'sent',
  'withdrawn',
  'signed',
  'declined',
  'notice_given',
  'terminated',
] as const;

/** One of {@link agreementEvents}. */
export type AgreementEvent = (typeof agreementEvents)[number];

/** The table of allowed moves: status → what may be done in it. */
const allowed: Readonly<Record<AgreementStatus, readonly AgreementMove[]>> = {
  draft: ['edit', 'send', 'terminate'],
  out_for_signature: ['withdraw', 'sign', 'decline', 'terminate'],
  declined: ['withdraw', 'terminate'],
  active: ['terminate'],
  terminated: [],
};

/** The reasons why a move is refused. */
export type MoveRefusal = 'not_allowed' | 'ended' | 'over' | 'no_document' | 'signed_already';

/**
 * Returns whether a move is allowed (HR-03): terms cannot change under a signature, an agreement cannot be sent without its
 * document, and one that has ended cannot be sent, signed or declined. An expired agreement cannot be terminated, because it
 * has already ended.
 */
export function judgeMove(
  move: AgreementMove,
  agreement: {
    readonly status: AgreementStatus;
    readonly hasDocument: boolean;
    readonly signatures: number;
    readonly endsOn: CalendarDate | null;
    readonly terminatesOn?: CalendarDate | null;
  },
  today: CalendarDate,
): MoveRefusal | null {
  if (!allowed[agreement.status].includes(move)) return 'not_allowed';
  const { endsOn, terminatesOn = null } = agreement;
  const lastDay = lastDayOf({ endsOn, terminatesOn });
  const hasEnded = lastDay !== null && compareDates(lastDay, today) < 0;
  if (hasEnded && agreement.status === 'active') return 'over';
  if (hasEnded && (move === 'send' || move === 'sign' || move === 'decline')) return 'ended';
  if (move === 'send' && !agreement.hasDocument) return 'no_document';
  if (move === 'withdraw' && agreement.signatures > 0) return 'signed_already';
  return null;
}

/** The two sides of an agreement. */
export const agreementSides = ['organization', 'party'] as const;

/** One of {@link agreementSides}. */
export type AgreementSide = (typeof agreementSides)[number];

/** Returns the parties that sign inside the product: a party without an account has signed the attached copy (HR-03). */
export function sidesToSign(partyHasAccount: boolean): readonly AgreementSide[] {
  return partyHasAccount ? ['organization', 'party'] : ['organization'];
}

/** Returns whether all parties that must sign have signed. */
export function isFullySigned(partyHasAccount: boolean, signed: readonly AgreementSide[]): boolean {
  return sidesToSign(partyHasAccount).every((side) => signed.includes(side));
}

/**
 * Returns the statement that a side signs (SIG-05): the organization also states that a party without an account signed the
 * attached copy.
 */
export function statementOfSide(side: AgreementSide, partyHasAccount: boolean): MeaningCode {
  if (side === 'party') return 'agreed_as_party';
  return partyHasAccount ? 'agreed_for_organization' : 'agreed_countersigned';
}
