import { sql, type RawBuilder } from 'kysely';
import { languageOfStatement, statementFor, type MeaningCode } from '#shared/domain/signatures/statements.ts';
import { AppError } from '#shared/contract/errors.ts';
import {
  spendAuthorization,
  type SigningAuthorization,
} from '#server/domains/signatures/authorize-signature.ts';
import { withdrawAttemptParts, type OpenClosure } from '#server/domains/accounts/index.ts';
import { readDatabaseTime, signPublicly } from '#server/domains/signatures/public-signatures.ts';
import { proofOf, textOfSignature } from '#server/domains/signatures/signature-form.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';

/** The records that can be signed: each has its own column in `signatures` that refers to it. */
export type SignedRecordType =
  | 'training_records'
  | 'hr_document_versions'
  | 'hr_agreements'
  | 'hr_acknowledgements'
  | 'verify_acknowledgements'
  | 'signing_confirmations'
  | 'access_reviews'
  | 'trail_reviews';

/** The signed record and the meaning of the signature (SIG-01, SIG-02). */
export interface SignedStatement {
  readonly recordType: SignedRecordType;
  readonly recordId: number;
  /** The canonical bytes of the record, which are rebuilt whenever the signature is shown. */
  readonly recordBytes: Uint8Array | string;
  /** SHA-256 of the content version that was shown, null if the record names no content. */
  readonly contentHash: string | null;
  /** The text that was shown to the signer: that of the statement in one of its languages (SIG-05). */
  readonly meaning: string;
  readonly meaningCode: MeaningCode;
  /** The database's time in whole milliseconds, if this command has read it already. */
  readonly now?: Date;
  /** The reasons why the signer cannot sign, if this command has read them already. */
  readonly closures?: readonly OpenClosure[];
}

/** A person signed a record (SIG-01). */
export interface SignatureGiven {
  readonly type: 'signature.given';
  readonly signerId: string;
  readonly recordType: SignedRecordType;
  readonly recordId: number;
  readonly meaningCode: MeaningCode;
}

declare module '#server/platform/command/transaction.ts' {
  interface EventsByArea {
    readonly signatures: SignatureGiven;
  }
}

/** A signature that was just made. */
export interface CreatedSignature {
  readonly id: number;
  readonly signedAt: Date;
  readonly printedName: string;
  readonly timeZone: string;
}

/** A signature that is ready to be stored: the parts of a `with` that store it, of which `signed` returns its id, and the later work. */
export interface PreparedSignature {
  readonly parts: RawBuilder<unknown>;
  readonly finish: (id: number) => Promise<CreatedSignature>;
}

/**
 * Prepares a signature in its command (SIG-01, SIG-02), by the database's clock, bound to the record's bytes and the content. The
 * caller's statement stores it, together with the record if that is new (PERF-03). Each signature uses up one authorization of
 * {@link SigningAuthorization}. SIGNATURE_REFUSED at `signature.meaning` for other words than the statement's (SIG-05).
 */
export async function prepareSignature(
  tx: CommandTransaction,
  authorization: SigningAuthorization,
  statement: SignedStatement,
): Promise<PreparedSignature> {
  if (tx.actorId !== authorization.signerId) throw new Error('nobody signs for another');
  const { version, language } = judgeMeaning(statement);
  await spendAuthorization(tx, authorization, statement.closures);
  const signedAt = statement.now ?? (await readDatabaseTime(tx.db));
  const { signerId, printedName, timeZone, agreementId, agreementVersion, authMethod, attempt } =
    authorization;
  const columns = {
    recordType: statement.recordType,
    recordId: statement.recordId,
    recordHash: sha256Hex(statement.recordBytes),
    contentHash: statement.contentHash,
    signerId,
    printedName,
    signedAt,
    timeZone,
    meaningCode: statement.meaningCode,
    statementVersion: version,
    meaning: statement.meaning,
    language,
    authMethod,
    agreementVersion,
  };
  const insert = tx.db
    .insertInto('signatures')
    .values({
      ...columns,
      ...proofOf(tx.services.config, columns),
      agreementId,
      sessionHash: authorization.sessionHash,
      ip: authorization.ip,
      userAgent: authorization.userAgent,
    })
    .returning('id');
  return {
    parts: attempt
      ? sql`signed as (${insert}), ${withdrawAttemptParts(attempt)}`
      : sql`signed as (${insert})`,
    finish: async (id) => {
      const { recordType, recordId, meaningCode } = statement;
      // The signature of a completion is covered by that of its certificate, which is issued at the end of this command.
      if (recordType !== 'training_records')
        await signPublicly(tx.db, tx.services.config, 'signatures', [{ id, text: textOfSignature(columns) }]);
      tx.emit({ type: 'signature.given', signerId, recordType, recordId, meaningCode });
      return { id, signedAt, printedName, timeZone };
    },
  };
}

/**
 * Signs a record in its command, as {@link prepareSignature} does. The table refuses a second signature of the same person with
 * the same meaning for the same record.
 */
export async function signRecord(
  tx: CommandTransaction,
  authorization: SigningAuthorization,
  statement: SignedStatement,
): Promise<CreatedSignature> {
  const { parts, finish } = await prepareSignature(tx, authorization, statement);
  const { rows } = await sql<{ id: number }>`with ${parts} select id from signed`.execute(tx.db);
  const [made] = rows;
  if (!made) throw new Error('the signature was not kept');
  return finish(made.id);
}

/** The server decides the meaning of a signature, never a client. */
function judgeMeaning({ meaningCode, meaning }: SignedStatement) {
  const statement = statementFor(meaningCode);
  const language = languageOfStatement(statement, meaning);
  if (language !== null) return { version: statement.version, language };
  const reason = 'wrong_statement';
  throw new AppError('SIGNATURE_REFUSED', { errors: [{ path: 'signature.meaning', reason }] });
}
