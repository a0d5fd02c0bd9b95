import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { retentionReasons } from '#shared/reasons/findings.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import {
  endSessionsOf,
  endTemporaryCredential,
  deleteIdentities,
  deletePasskeys,
  removeTwoFactor,
} from '#server/domains/accounts/index.ts';
import { requireAnAdministrator } from '#server/domains/organizations/index.ts';
import { eraseManaged } from '#server/domains/people/directory/directory.store.ts';
import { eraseFromImports } from '#server/domains/people/imports/imports.store.ts';
import { nameRequestCause } from '#server/domains/people/names.mails.ts';
import { lockPerson, retireEmail } from '#server/domains/people/people.store.ts';
import { removePicture } from './change-picture.ts';
import {
  eraseContactPhones,
  eraseUnsignedAgreements,
  isPartyOf,
  isSignedAgreement,
} from './erase-hr-texts.ts';
import { readKnownTexts, replaceInFreeTexts, type KnownTexts } from './erased-texts.ts';

/** The answer of an erasure: the records that are kept, and why (GDP-02). */
export interface Erasure {
  readonly userId: string;
  readonly pseudonym: string;
  readonly kept: {
    kind:
      | 'trainingRecords'
      | 'signatures'
      | 'assignments'
      | 'reasons'
      | 'cvs'
      | 'agreements'
      | 'certificateFiles';
    count: number;
    why: (typeof retentionReasons)[number];
  }[];
  readonly redactedEvents: number;
}

/**
 * Replaces the personal data of a person by a pseudonym, while the records can still be proven (USR-08, GDP-02). The account is
 * deactivated, and its email can never be used again. Messages and links are deleted. Free texts that name the person are
 * changed, and the one audited function removes the data from the trail.
 *
 * The following stays until the retention of the records ends: the printed name in signatures, the reasons of completions that
 * were recorded afterwards, files that came with past completions, signed CVs and signed agreements. A subscriber of
 * `user.erased` deletes unsigned CVs. NOT_FOUND, CONFLICT.
 */
export async function erasePerson(tx: CommandTransaction, userId: string, reason: string): Promise<Erasure> {
  const person = await lockPerson(tx, userId);
  if (userId === tx.actorId) throw new AppError('CONFLICT', { reason: 'erase_self' });
  const pseudonym = `Erased person ${userId.slice(-8)}`;
  for (const email of [person.email, person.pendingEmail]) {
    if (email !== null) await retireEmail(tx, email, userId);
  }
  await endSessionsOf(tx.db, userId);
  await endTemporaryCredential(tx, userId);
  await deletePasskeys(tx, userId);
  await removeTwoFactor(tx, userId);
  await deleteIdentities(tx, userId);
  await removePicture(tx, userId);
  await eraseManaged(tx, userId);
  await replaceProfile(tx, userId);
  await eraseNameRequests(tx, userId);
  await tx.db.deleteFrom('absenceDetails').where('userId', '=', userId).execute();
  await requireAnAdministrator(tx);
  const known = await readKnownTexts(tx, userId);
  await removeMessages(tx, userId, known);
  await eraseFromImports(tx, userId, known.anywhere);
  await eraseUnsignedAgreements(tx, userId, known, pseudonym);
  await eraseContactPhones(tx, known);
  await replaceInFreeTexts(tx, userId, known, pseudonym);
  tx.emit({ type: 'user.erased', userId });
  return {
    userId,
    pseudonym,
    kept: await countKept(tx, userId, known),
    redactedEvents: await redactTrail(tx, userId, reason),
  };
}

async function replaceProfile(tx: CommandTransaction, userId: string): Promise<void> {
  await tx.db
    .updateTable('users')
    .set({
      email: `erased-${userId}@erased.invalid`,
      firstName: 'Erased',
      lastName: `person ${userId.slice(-8)}`,
      profileImageUrl: null,
      pendingEmail: null,
      signingEmail: null,
      externalId: null,
      preferredName: null,
      settings: '{}',
      passwordHash: null,
      mustChangePassword: false,
      requirePasswordChange: false,
      isActive: false,
      erasedAt: sql<Date>`app_now()`,
    })
    .where('id', '=', userId)
    .execute();
}

/** Requested names that were never used exist nowhere else: they are deleted completely, with the texts about them. */
async function eraseNameRequests(tx: CommandTransaction, userId: string): Promise<void> {
  await sql`
    update name_requests set first_name = 'Erased', last_name = ${`person ${userId.slice(-8)}`},
      reason = case when decision = 'declined' then 'Erased' end,
      decided_at = coalesce(decided_at, app_now()), decision = coalesce(decision, 'withdrawn')
    where user_id = ${userId}`.execute(tx.db);
}

/** Messages to the person, requests to approve another name, links and stored answers are not records, so they are deleted. */
async function removeMessages(tx: CommandTransaction, userId: string, known: KnownTexts): Promise<void> {
  await tx.db.deleteFrom('oneTimeTokens').where('userId', '=', userId).execute();
  await tx.db.deleteFrom('pushSubscriptions').where('userId', '=', userId).execute();
  await tx.db.deleteFrom('notifications').where('userId', '=', userId).execute();
  await sql`
    delete from mail_outbox where user_id = ${userId} or lower(to_address) = any(${[...known.emails]}::text[])
      or cause = ${nameRequestCause(userId)}
  `.execute(tx.db);
  await sql`
    delete from idempotency_keys
    where actor_id = ${userId} or response::text like ${`%"${userId}"%`} or response::text ~* ${known.anywhere}::text
  `.execute(tx.db);
}

async function countKept(
  tx: CommandTransaction,
  userId: string,
  known: KnownTexts,
): Promise<Erasure['kept']> {
  const { rows } = await sql<{
    trainingRecords: number;
    signatures: number;
    assignments: number;
    reasons: number;
    cvs: number;
    agreements: number;
    certificateFiles: number;
  }>`
    select
      (select count(*)::int from training_records where user_id = ${userId}) as training_records,
      (select count(*)::int from signatures where signer_id = ${userId}) as signatures,
      (select count(*)::int from training_assignments where user_id = ${userId}) as assignments,
      (select count(*)::int from training_records
        where concat_ws(' ', reason, source) ~* case when user_id = ${userId} then ${known.near}::text else ${known.whole}::text end)
        + (select count(*)::int from verify_acknowledgements where reason ~* ${known.whole}::text)
        + (select count(*)::int from trail_reviews where conclusion ~* ${known.whole}::text or filters ~* ${known.whole}::text)
        + (select count(*)::int from access_review_answers
          where reason ~* case when user_id = ${userId} then ${known.near}::text else ${known.whole}::text end)
        + (select count(*)::int from signing_confirmations
          where reason ~* case when user_id = ${userId} then ${known.near}::text else ${known.whole}::text end) as reasons,
      (select count(*)::int from hr_document_versions v join hr_documents d on d.id = v.document_id
        where d.person_id = ${userId} and v.signed_at is not null) as cvs,
      (select count(*)::int from hr_agreements a where ${isPartyOf(userId, known)} and ${isSignedAgreement}) as agreements,
      (select count(*)::int from training_records where user_id = ${userId} and source_file_id is not null) as certificate_files
  `.execute(tx.db);
  const [counts] = rows;
  if (!counts) throw new Error('the count of records gave no row');
  return [
    {
      kind: 'trainingRecords',
      count: counts.trainingRecords,
      why: 'kept_training_records',
    },
    {
      kind: 'signatures',
      count: counts.signatures,
      why: 'kept_signatures',
    },
    {
      kind: 'assignments',
      count: counts.assignments,
      why: 'kept_assignments',
    },
    {
      kind: 'reasons',
      count: counts.reasons,
      why: 'kept_completion_reasons',
    },
    {
      kind: 'cvs',
      count: counts.cvs,
      why: 'kept_cvs',
    },
    {
      kind: 'agreements',
      count: counts.agreements,
      why: 'kept_agreements',
    },
    {
      kind: 'certificateFiles',
      count: counts.certificateFiles,
      why: 'kept_certificate_files',
    },
  ];
}

/** Removes the data from the trail, after the last change, because changes record former values there; returns how many events. */
async function redactTrail(tx: CommandTransaction, userId: string, reason: string): Promise<number> {
  const redaction = await sql<{ id: number }>`select audit.redact_person(${userId}, ${reason}) as id`.execute(
    tx.db,
  );
  const { rows } = await sql<{ events: number }>`
    select count(*)::int as events
    from audit.events e cross join lateral jsonb_object_keys(e.payload::jsonb -> 'events') k
    where e.id = ${redaction.rows[0]?.id ?? 0}
  `.execute(tx.db);
  return rows[0]?.events ?? 0;
}
