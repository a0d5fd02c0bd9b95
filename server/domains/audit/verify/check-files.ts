import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import type { Findings } from './findings.ts';
import { readRows } from './trail.ts';

/**
 * Checks that every stored file still has the SHA-256 that was recorded on arrival (AUD-02). A finding names the file and where
 * it is used.
 */
export async function checkFiles(tx: Transaction<DB>, files: FileStore, findings: Findings): Promise<void> {
  const rows = readRows(
    tx,
    sql<{ id: number; sha256: string; names: string[] }>`
      select f.id, f.sha256, array(
        select v.name from module_version_files v where v.file_id = f.id
        union all
        select 'PDF of ' || v.name from file_conversions made join module_version_files v on v.file_id = made.file_id
        where made.pdf_id = f.id order by 1) as names
      from files f order by f.id`,
  );
  for await (const file of rows) {
    findings.checked.files += 1;
    const name = `file ${String(file.id)}`;
    const used = file.names.length > 0 ? ` (${file.names.join(', ')})` : '';
    if ((await files.facts(file.sha256)) === null)
      findings.add('file_missing', name, `not in the store${used}`);
    else if (!(await files.check(file.sha256)))
      findings.add('file_changed', name, `its bytes are not those of ${file.sha256}${used}`);
  }
}
