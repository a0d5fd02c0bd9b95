import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { ConfirmerRefusal } from '#shared/domain/signatures/signing-identity.ts';
import { identityConfirmationText } from '#shared/domain/signatures/identity-confirmation.ts';
import type { PlainReason } from '#shared/reasons/reasons.ts';
import { openClosures, openSigning, spendSigningRequest } from '#server/domains/accounts/index.ts';
import {
  signRecord,
  type CreatedSignature,
  type SigningAuthorization,
} from '#server/domains/signatures/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { errorAtField, lockPerson } from '#server/domains/people/people.store.ts';
import { confirmerRefusal } from '#server/domains/people/signing-state.queries.ts';

/** The input of a person who confirms the identity of another. */
export interface Confirmation {
  /** The code that is shown to the person. */
  readonly shownCode: string;
  readonly reason: string;
  readonly meaning: string;
}

const refusals: Readonly<Record<ConfirmerRefusal, PlainReason>> = {
  self: 'confirm_not_self',
  involved: 'confirm_involved',
  dependent: 'confirm_connected',
};

/**
 * Signs a confirmation that a person is the owner of an account (SIG-05). The signer has not changed the account, and the owner
 * shows them a code. The owner can sign again afterwards. CONFLICT if the caller may not confirm or signing is open,
 * VALIDATION_FAILED at `shownCode`.
 */
export async function confirmIdentity(
  tx: CommandTransaction,
  personId: string,
  authorization: SigningAuthorization,
  { shownCode, reason, meaning }: Confirmation,
): Promise<CreatedSignature> {
  await lockPerson(tx, personId);
  const { signerId } = authorization;
  const refusal = await confirmerRefusal(tx.db, signerId, personId);
  if (refusal !== null) throw new AppError('CONFLICT', { reason: refusals[refusal] });
  const closures = await openClosures(tx.db, personId);
  if (closures.length === 0) throw new AppError('CONFLICT', { reason: 'person_can_sign' });
  const sid = await spendSigningRequest(tx, personId, shownCode);
  if (sid === null) throw errorAtField('shownCode', 'confirmation_code_wrong');
  const { rows } = await sql<{ id: number; confirmedAt: Date }>`
    insert into signing_confirmations (user_id, reason, confirmed_by, confirmed_at)
    values (${personId}, ${reason}, ${signerId}, date_trunc('milliseconds', app_now())) returning id, confirmed_at`.execute(
    tx.db,
  );
  const [made] = rows;
  if (!made) throw new Error('the confirmation was not kept');
  await openSigning(tx, personId, { by: 'second_person', keptSid: sid, confirmationId: made.id });
  return signRecord(tx, authorization, {
    recordType: 'signing_confirmations',
    recordId: made.id,
    recordBytes: identityConfirmationText({
      confirmationId: made.id,
      personId,
      closures: closures.map(({ id }) => id),
      reason,
      confirmedBy: signerId,
      confirmedAt: made.confirmedAt.toISOString(),
    }),
    contentHash: null,
    meaning,
    meaningCode: 'identity_confirmed',
    now: made.confirmedAt,
  });
}
