import type { Language } from '#shared/domain/people/settings.ts';
import { currentAgreement } from '#shared/domain/signatures/agreement.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';

/** The accepted agreement and the time. */
export interface AcceptedAgreement {
  readonly accepted: true;
  readonly version: number;
  readonly acceptedAt: string;
}

/**
 * A person accepts that their electronic signature is as binding as a handwritten one (SIG-03, P11-10): the version and the
 * hash of its text are stored with it. Accepting again changes nothing and returns the first time.
 */
export async function acceptAgreement(
  tx: CommandTransaction,
  userId: string,
  language: Language,
): Promise<AcceptedAgreement> {
  const { version, text } = currentAgreement;
  await tx.db
    .insertInto('signatureAgreements')
    .values({ userId, textVersion: String(version), textHash: sha256Hex(text), language })
    .onConflict((conflict) => conflict.columns(['userId', 'textVersion']).doNothing())
    .execute();
  const { acceptedAt } = await tx.db
    .selectFrom('signatureAgreements')
    .select('acceptedAt')
    .where('userId', '=', userId)
    .where('textVersion', '=', String(version))
    .executeTakeFirstOrThrow();
  return { accepted: true, version, acceptedAt: acceptedAt.toISOString() };
}
