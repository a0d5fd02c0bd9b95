import { sql, type Kysely } from 'kysely';
import { identityConfirmationText } from '#shared/domain/signatures/identity-confirmation.ts';
import type { DB } from '#server/db/db.d.ts';
import { checkSignature, signaturesUnder, type SignatureView } from '#server/domains/signatures/index.ts';
import { sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';

interface Row {
  readonly id: number;
  readonly personId: string;
  readonly closures: readonly number[];
  readonly reason: string;
  readonly confirmedBy: string;
  readonly confirmedAt: Date;
}

/** Confirmations of people's identity, each with its recomputed signature (SIG-04, SIG-05); null if it is missing. */
export async function readConfirmations(
  config: KeySource,
  db: Kysely<DB>,
  ids: readonly number[],
): Promise<readonly { id: number; signatureId: number | null; signature: SignatureView | null }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    select s.id, s.user_id as person_id, s.reason, s.confirmed_by, s.confirmed_at,
      array(select c.id from signing_closures c where c.confirmation_id = s.id order by c.id) as closures
    from signing_confirmations s where s.id = any(${[...ids]}::int[]) order by s.id`.execute(db);
  const signatures = await signaturesUnder(db, 'signing_confirmations', ids);
  return rows.map(({ id, confirmedAt, ...row }) => {
    const [made] = signatures.get(id) ?? [];
    const text = identityConfirmationText({
      ...row,
      confirmationId: id,
      confirmedAt: confirmedAt.toISOString(),
    });
    const record = {
      recordType: 'signing_confirmations',
      recordId: id,
      recordHash: sha256Hex(text),
      contentHash: null,
    };
    return {
      id,
      signatureId: made?.id ?? null,
      signature: made ? checkSignature(config, made, record) : null,
    };
  });
}
