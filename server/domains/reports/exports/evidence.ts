import { signatureWord } from '../signature-words.ts';
import { recordValidity } from '#server/domains/assignments/index.ts';
import type { ExportColumn } from '#shared/domain/reports/export-columns.ts';
import type { Services } from '#server/platform/services.ts';
import type { DataRow } from './data-set.ts';

/** The columns that {@link withEvidence} makes. */
export const evidenceColumns: readonly ExportColumn[] = [
  'signer_name',
  'signed_at',
  'signed_tz',
  'meaning',
  'signature_valid',
  'signature_problem',
];

/** Adds to completions the signers, and the result of checking the signatures now (SIG-04). */
export async function withEvidence(
  services: Services,
  rows: readonly DataRow[],
): Promise<readonly DataRow[]> {
  const idOf = (row: DataRow) => (typeof row['record_id'] === 'number' ? row['record_id'] : null);
  const validity = await recordValidity(
    services,
    services.db,
    rows.flatMap((row) => idOf(row) ?? []),
  );
  return rows.map((row) => {
    const id = idOf(row);
    const found = id === null ? undefined : validity.get(id);
    if (!found) return row;
    const { signature } = found;
    return {
      ...row,
      signer_name: signature?.printedName ?? null,
      signed_at: signature?.signedAt.toISOString() ?? null,
      signed_tz: signature?.timeZone ?? null,
      meaning: signature?.meaning ?? null,
      signature_valid: signatureWord(found),
      signature_problem: found.reason,
    };
  });
}
