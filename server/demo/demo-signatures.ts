import { currentAgreement } from '#shared/domain/signatures/agreement.ts';
import { statementFor, type MeaningCode } from '#shared/domain/signatures/statements.ts';
import {
  proofOf,
  signPublicly,
  textOfSignature,
  type SignedRecordType,
} from '#server/domains/signatures/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';

/** A signature of the demo data under a record. */
export interface DemoSignature {
  readonly recordType: SignedRecordType;
  readonly recordId: number;
  /** The canonical text of the record. */
  readonly text: string;
  readonly contentHash: string;
  readonly signerId: string;
  readonly printedName: string;
  readonly signedAt: Date;
  readonly timeZone: string;
  readonly meaning: MeaningCode;
}

/** Signs in the name of the people: the demo data must pass the same checks as real records (SIG-04). One statement. */
export async function signDemo(tx: CommandTransaction, signatures: readonly DemoSignature[]): Promise<void> {
  if (signatures.length === 0) return;
  const rows = signatures.map(({ text, meaning: code, ...facts }) => {
    const statement = statementFor(code);
    const columns = {
      ...facts,
      recordHash: sha256Hex(text),
      meaningCode: statement.code,
      statementVersion: statement.version,
      meaning: statement.text,
      language: 'en' as const,
      authMethod: 'password' as const,
      agreementVersion: currentAgreement.version,
    };
    return { ...columns, ...proofOf(tx.services.config, columns) };
  });
  const made = await tx.db
    .insertInto('signatures')
    .values(rows)
    .returning(['id', 'recordType', 'recordId', 'meaningCode'])
    .execute();
  const idOf = new Map(made.map((row) => [`${row.recordType} ${row.recordId} ${row.meaningCode}`, row.id]));
  const texts = rows
    .filter(({ recordType }) => recordType !== 'training_records')
    .map((row) => ({
      id: idOf.get(`${row.recordType} ${row.recordId} ${row.meaningCode}`) ?? 0,
      text: textOfSignature(row),
    }));
  await signPublicly(tx.db, tx.services.config, 'signatures', texts);
}
