import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { compareDates } from '#shared/domain/calendar/calendar.ts';
import {
  isFullySigned,
  judgeMove,
  statementOfSide,
  type AgreementKind,
  type AgreementMove,
  type MoveRefusal,
} from '#shared/domain/hr/agreements.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import type { PlainReason } from '#shared/reasons/reasons.ts';
import { signRecord, type SigningAuthorization } from '#server/domains/signatures/index.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import { queueMail } from '#server/platform/mail/outbox.ts';
import { actsFor, findAgreement, sideToSign, type AgreementRow } from '../agreements.queries.ts';
import { requireSeen } from '../document-sight.ts';
import { addVersion, insertDocument } from '../documents.store.ts';
import { agreementMail } from '../hr.mails.ts';
import { fieldError } from '../receive-document.ts';
import { meaningsOfSide, readSignedRecords } from '../signed-records.ts';

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

/** Is called with the locked agreement before its status is asked: throws where another one was seen. */
export type AgreementCheck = (tx: CommandTransaction, stored: AgreementRow) => Promise<void>;

/** Who acts, on which agreement, and what it was when they saw it. */
export interface AgreementTarget {
  readonly reach: Reach;
  readonly id: number;
  readonly check: AgreementCheck;
}

/** Locks an agreement and refuses what its status does not allow (HR-03): 409 ILLEGAL_STEP. */
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
async function checkTerms(
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
    select 1 from users where id = ${terms.partyUserId} and is_active and erased_at is null
      and (id = ${before.partyUserId} or ${withinReach(reach, sql<string>`null::text`, sql<number | null>`organization_id`)})
  `.execute(tx.db);
  if (rows.length === 0) throw fieldError('partyUserId', 'person_cannot_be_chosen');
  return { ...terms, partyName: null, partyEmail: null };
}

/** Drafts an agreement of an organization of the reach (HR-03); answers its id. */
export async function createAgreement(
  tx: CommandTransaction,
  reach: Reach,
  organizationId: number,
  terms: AgreementTerms,
): Promise<number> {
  if (!actsFor(reach, organizationId)) throw new AppError('NOT_FOUND');
  const { rows } = await sql`select 1 from organizations where id = ${organizationId}`.execute(tx.db);
  if (rows.length === 0) throw new AppError('NOT_FOUND');
  const checked = await checkTerms(tx, reach, terms);
  const { id } = await tx.db
    .insertInto('hrAgreements')
    .values({ ...checked, organizationId, createdBy: tx.actorId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertDocument(tx, { kind: 'agreement', organizationId, agreementId: id });
  return id;
}

/** Changes the terms of a draft (HR-03). */
export async function changeAgreement(
  tx: CommandTransaction,
  target: AgreementTarget,
  changes: { readonly [Key in keyof AgreementTerms]?: AgreementTerms[Key] | undefined },
): Promise<void> {
  const { title, kind, partyUserId, partyName, partyEmail, startsOn, endsOn, noticeDays } = await lockFor(
    tx,
    target,
    'edit',
  );
  const before = { title, kind, partyUserId, partyName, partyEmail, startsOn, endsOn, noticeDays };
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const checked = await checkTerms(tx, target.reach, { ...before, ...given }, before);
  await tx.db.updateTable('hrAgreements').set(checked).where('id', '=', target.id).execute();
}

/** Uploads a version of a draft (HR-03); the sender must have seen it, so the agreement gets a new revision. */
export async function uploadAgreement(
  tx: CommandTransaction,
  target: AgreementTarget,
  file: AcceptedFile,
  note: string | undefined,
): Promise<void> {
  const { documentId } = await lockFor(tx, target, 'edit');
  await addVersion(tx, documentId, file, { note });
  await tx.db
    .updateTable('hrAgreements')
    .set({ updatedAt: sql<Date>`app_now()` })
    .where('id', '=', target.id)
    .execute();
}

/** Sends a draft out for signature; a party with an account gets an email (HR-03). */
export async function sendAgreement(tx: CommandTransaction, target: AgreementTarget): Promise<void> {
  const { id } = target;
  const { partyUserId, title } = await lockFor(tx, target, 'send');
  await tx.db
    .updateTable('hrAgreements')
    .set({ status: 'out_for_signature', sentAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute();
  if (partyUserId === null) return;
  const party = await tx.db
    .selectFrom('users')
    .select(['email', 'settings', 'isActive'])
    .where('id', '=', partyUserId)
    .executeTakeFirstOrThrow();
  if (!party.isActive) {
    throw new AppError('ILLEGAL_STEP', {
      reason: 'party_cannot_sign',
    });
  }
  await queueMail(tx, {
    template: agreementMail,
    to: party.email,
    userId: partyUserId,
    language: settingsWithDefaults(party.settings as Readonly<Record<string, unknown>>).language,
    payload: { title },
    cause: `agreement.sent hr_agreements ${String(id)}`,
  });
}

/** Takes an agreement back to draft while nobody has signed it, also one that the party declined (HR-03). */
export async function withdrawAgreement(tx: CommandTransaction, target: AgreementTarget): Promise<void> {
  await lockFor(tx, target, 'withdraw');
  await tx.db
    .updateTable('hrAgreements')
    .set({ status: 'draft', sentAt: null, declinedAt: null, declinedReason: null })
    .where('id', '=', target.id)
    .execute();
}

/**
 * Signs an agreement for the organization or as its party (HR-03): the terms and the file of the version that was sent. The
 * last signature that is needed makes it active, from its start date on. ILLEGAL_STEP where it is not out for signature or that
 * side has signed, CONTENT_NOT_SEEN before the signer has seen all of it.
 */
export async function signAgreement(
  tx: CommandTransaction,
  target: AgreementTarget,
  authorization: SigningAuthorization,
  meaning: string,
): Promise<void> {
  const { reach, id } = target;
  const row = await lockFor(tx, target, 'sign', {});
  const side = sideToSign(reach, authorization.signerId, row);
  if (side === null) throw new AppError('ILLEGAL_STEP', { reason: 'side_signed' });
  const [record] = await readSignedRecords(tx.db, 'hr_agreements', [id]);
  if (!record || row.versionId === null) throw new Error('the agreement has no version');
  await requireSeen(tx.db, row.versionId, authorization.signerId);
  const meaningCode = statementOfSide(side, row.partyUserId !== null);
  await signRecord(tx, authorization, {
    recordType: 'hr_agreements',
    recordId: id,
    recordBytes: record.text,
    contentHash: record.contentHash,
    meaning,
    meaningCode,
  });
  const meanings = [...row.meanings, meaningCode];
  const signed = (['organization', 'party'] as const).filter((one) =>
    meaningsOfSide[one].some((code) => meanings.includes(code)),
  );
  if (!isFullySigned(row.partyUserId !== null, signed)) return;
  await tx.db
    .updateTable('hrAgreements')
    .set({ status: 'active', activatedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute();
}
