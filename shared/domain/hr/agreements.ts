import { addDays, compareDates, type CalendarDate } from '../calendar/calendar.ts';

/** What is stored of an agreement's way (HR-03). */
export const agreementStatuses = ['draft', 'out_for_signature', 'active', 'terminated'] as const;

/** One of {@link agreementStatuses}. */
export type AgreementStatus = (typeof agreementStatuses)[number];

/** What people see: expiring and expired follow from the end and today (HR-03). */
export const agreementStates = [
  'draft',
  'out_for_signature',
  'active',
  'expiring',
  'expired',
  'terminated',
] as const;

/** One of {@link agreementStates}. */
export type AgreementState = (typeof agreementStates)[number];

/** Kinds of agreements (HR-03). */
export const agreementKinds = ['consulting', 'services', 'confidentiality', 'advisory', 'other'] as const;

/** One of {@link agreementKinds}. */
export type AgreementKind = (typeof agreementKinds)[number];

/** An agreement with a shorter notice is told this many days before its end. */
export const LEAST_WARNING_DAYS = 30;

/** The day from which an agreement counts as expiring, and by which its notice is decided: as long before its end as notice has to be given, thirty days at least (HR-03). */
export function expiringFrom(endsOn: CalendarDate, noticeDays: number): CalendarDate {
  return addDays(endsOn, -Math.max(noticeDays, LEAST_WARNING_DAYS));
}

/** What an agreement is on a day (HR-03). */
export function agreementState(
  agreement: {
    readonly status: AgreementStatus;
    readonly endsOn: CalendarDate | null;
    readonly noticeDays: number;
  },
  today: CalendarDate,
): AgreementState {
  const { status, endsOn, noticeDays } = agreement;
  if (status !== 'active' || endsOn === null) return status;
  if (compareDates(endsOn, today) < 0) return 'expired';
  return compareDates(expiringFrom(endsOn, noticeDays), today) <= 0 ? 'expiring' : 'active';
}

/** What is done with an agreement (HR-03). */
export const agreementMoves = ['edit', 'send', 'withdraw', 'sign', 'terminate'] as const;

/** One of {@link agreementMoves}. */
export type AgreementMove = (typeof agreementMoves)[number];

/** What the history of an agreement tells: the actions of its commands in the audit trail, without their prefix (HR-03). */
export const agreementEvents = [
  'created',
  'changed',
  'uploaded',
  'sent',
  'withdrawn',
  'signed',
  'terminated',
] as const;

/** One of {@link agreementEvents}. */
export type AgreementEvent = (typeof agreementEvents)[number];

/** The table of allowed moves: status → what may be done in it. */
const allowed: Readonly<Record<AgreementStatus, readonly AgreementMove[]>> = {
  draft: ['edit', 'send', 'terminate'],
  out_for_signature: ['withdraw', 'sign', 'terminate'],
  active: ['terminate'],
  terminated: [],
};

/** Why a move is refused. */
export type MoveRefusal = 'not_allowed' | 'ended' | 'no_document' | 'signed_already';

/**
 * Whether a move is allowed (HR-03): terms never change under a signature, nothing goes out without its document, and what has
 * ended is neither sent nor signed.
 */
export function judgeMove(
  move: AgreementMove,
  agreement: {
    readonly status: AgreementStatus;
    readonly hasDocument: boolean;
    readonly signatures: number;
    readonly endsOn: CalendarDate | null;
  },
  today: CalendarDate,
): MoveRefusal | null {
  if (!allowed[agreement.status].includes(move)) return 'not_allowed';
  const hasEnded = agreement.endsOn !== null && compareDates(agreement.endsOn, today) < 0;
  if (hasEnded && (move === 'send' || move === 'sign')) return 'ended';
  if (move === 'send' && !agreement.hasDocument) return 'no_document';
  if (move === 'withdraw' && agreement.signatures > 0) return 'signed_already';
  return null;
}

/** The two sides of an agreement. */
export type AgreementSide = 'organization' | 'party';

/** Who signs inside the product: a party without an account has signed the attached copy (HR-03). */
export function sidesToSign(partyHasAccount: boolean): readonly AgreementSide[] {
  return partyHasAccount ? ['organization', 'party'] : ['organization'];
}

/** Whether everybody who signs has signed. */
export function isFullySigned(partyHasAccount: boolean, signed: readonly AgreementSide[]): boolean {
  return sidesToSign(partyHasAccount).every((side) => signed.includes(side));
}
