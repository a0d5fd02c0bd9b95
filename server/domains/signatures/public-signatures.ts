import { sql, type Kysely } from 'kysely';
import {
  publicStatementText,
  type PublicOccasion,
  type PubliclySigned,
} from '#shared/domain/signatures/public-statement.ts';
import type { DB } from '#server/db/db.d.ts';
import { sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';
import { installationSigningKey, isSignedBy, ringPublicKeys } from '#server/platform/crypto/signing-key.ts';

const prefix = Buffer.from('traintrail-public-signature-1\n', 'utf8');

/** A stored public-key signature of a certificate or of a signature (SIG-04). */
export interface PublicSignature {
  readonly id: number;
  readonly recordId: number;
  readonly madeAt: Date;
  readonly occasion: PublicOccasion;
  readonly keyId: string;
  /** Ed25519, base64. */
  readonly signature: string;
}

/** A certificate or signature with its canonical text. */
export interface PublicText {
  readonly id: number;
  readonly text: string;
}

const columnOf = { certificates: 'certificateId', signatures: 'signatureId' } as const satisfies Record<
  PubliclySigned,
  string
>;

/** Returns the text that {@link PublicSignature} signs. */
export const statementOf = (
  text: string,
  { madeAt, occasion }: Pick<PublicSignature, 'madeAt' | 'occasion'>,
): string => publicStatementText({ textHash: sha256Hex(text), madeAt: madeAt.toISOString(), occasion });

/** Returns the database's time, in whole milliseconds. */
export async function readDatabaseTime(db: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select date_trunc('milliseconds', app_now()) as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database told no time');
  return row.now;
}

/** Signs canonical texts with the key of the installation, in one statement for any number of them, in an open command (SIG-04). */
export async function signPublicly(
  db: Kysely<DB>,
  keys: KeySource,
  type: PubliclySigned,
  records: readonly PublicText[],
  {
    occasion = 'signing',
    now,
  }: { readonly occasion?: PublicOccasion | undefined; readonly now?: Date | undefined } = {},
): Promise<void> {
  if (records.length === 0) return;
  const key = installationSigningKey(keys);
  const facts = { madeAt: now ?? (await readDatabaseTime(db)), occasion };
  await db
    .insertInto('publicSignatures')
    .values(
      records.map(({ id, text }) => ({
        ...facts,
        [columnOf[type]]: id,
        keyId: key.id,
        signature: key.sign(prefix, statementOf(text, facts)).toString('base64'),
      })),
    )
    .execute();
}

/** Returns the public-key signatures of records, by the record's id. */
export async function readPublicSignatures(
  db: Kysely<DB>,
  type: PubliclySigned,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PublicSignature>> {
  if (ids.length === 0) return new Map();
  const column = columnOf[type];
  const rows = await db
    .selectFrom('publicSignatures')
    .select(['id', `${column} as recordId`, 'madeAt', 'occasion', 'keyId', 'signature'])
    .where(column, 'in', [...ids])
    .execute();
  return new Map(
    rows.flatMap((row) => (row.recordId === null ? [] : [[row.recordId, row as PublicSignature]])),
  );
}

/** Describes the fault in the public-key signature of a canonical text; null if it has none. */
export function publicSignatureFault(
  keys: KeySource,
  text: string,
  stored: PublicSignature | undefined,
): string | null {
  if (!stored) return 'its public-key signature is missing';
  const key = ringPublicKeys(keys).find(({ id }) => id === stored.keyId);
  if (!key) return 'its public-key signature names a key that this installation never had';
  if (!isSignedBy(key.publicKey, prefix, statementOf(text, stored), Buffer.from(stored.signature, 'base64')))
    return 'its public-key signature does not fit what is stored';
  if (key.retiredAt && stored.madeAt > key.retiredAt)
    return 'its public-key signature was made with a key that was no longer in use';
  return null;
}
