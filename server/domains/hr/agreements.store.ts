import { sql } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { PlainReason } from '#shared/reasons/reasons.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { compareDates } from '#shared/domain/calendar/calendar.ts';
import {
  type AgreementKind,
  type AgreementMove,
  judgeMove,
  type MoveRefusal,
} from '#shared/domain/hr/agreements.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { type AgreementRow, findAgreement } from './agreements.queries.ts';
import { fieldError } from './receive-document.ts';

/** The terms of an agreement as a form sends them. */
export interface AgreementTerms {
  readonly title: string;
  readonly kind: AgreementKind;
  readonly partyUserId: string | null;
  readonly partyName: string | null;
  readonly partyEmail: string | null;
  readonly startsOn: string;
  readonly endsOn: string | null;
  readonly noticeDays: number;
}

/** Why a move is refused, in words. */
export const refusals: Readonly<Record<MoveRefusal, PlainReason>> = {
  not_allowed: 'illegal_step',
  ended: 'agreement_end_passed',
  over: 'agreement_over',
  no_document: 'agreement_no_document',
  signed_already: 'agreement_signed',
};

/** Called with the locked agreement before its status is checked. Throws if the caller saw another version. */
export type AgreementCheck = (tx: CommandTransaction, stored: AgreementRow) => Promise<void>;

/** The reach of the actor, the agreement, and the state in which they saw it. */
export interface AgreementTarget {
  readonly reach: Reach;
  readonly id: number;
  readonly check: AgreementCheck;
}

/** Locks an agreement and refuses a step that its status does not allow (HR-03): 409 ILLEGAL_STEP. */
export async function lockFor(
  tx: CommandTransaction,
  { reach, id, check }: AgreementTarget,
  move: AgreementMove,
  options: { readonly area?: true } = { area: true },
): Promise<AgreementRow> {
  const row = await findAgreement(tx.db, reach, id, { lock: true, ...options });
  await check(tx, row);
  const facts = { ...row, hasDocument: row.versionNumber !== null, signatures: row.meanings.length };
  const refusal = judgeMove(move, facts, row.today);
  if (refusal) throw new AppError('ILLEGAL_STEP', { reason: refusals[refusal] });
  return row;
}

/**
 * The party is a person with an account or a name, never both. Chosen are people of the reach who are here; one who was chosen
 * before, by an administrator for instance, may stay.
 */
export async function checkTerms(
  tx: CommandTransaction,
  reach: Reach,
  terms: AgreementTerms,
  before: { readonly partyUserId: string | null } = { partyUserId: null },
): Promise<AgreementTerms> {
  if (terms.endsOn !== null && compareDates(terms.endsOn, terms.startsOn) < 0)
    throw fieldError('endsOn', 'end_before_start');
  if (terms.partyUserId === null) {
    if (!terms.partyName) throw fieldError('partyName', 'party_needed');
    return terms;
  }
  const { rows } = await sql`
    select 1 from users where id = ${terms.partyUserId} and ${isActivePerson('users')}
      and (id = ${before.partyUserId} or ${withinReach(reach, sql<string>`null::text`, sql<number | null>`organization_id`)})
  `.execute(tx.db);
  if (rows.length === 0) throw fieldError('partyUserId', 'person_cannot_be_chosen');
  return { ...terms, partyName: null, partyEmail: null };
}
