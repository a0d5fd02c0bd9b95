import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sameFacts, type OpenedBytes, type StoreFacts } from '#server/platform/files/file-store.ts';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import type { Services } from '#server/platform/services.ts';

/** A file's row with its last measurements, as queries of the areas select it. */
export interface FileToOpen {
  readonly id: number;
  readonly sha256: string;
  readonly size: number;
  /** Null before the first check. */
  readonly checked: (StoreFacts & { readonly isIntact: boolean }) | null;
}

/** Row of a file with its last check, as {@link toFileToOpen} reads it. */
export interface FileRow {
  readonly id: number;
  readonly sha256: string;
  readonly size: number;
  readonly checkedSize: number | null;
  readonly fingerprint: string | null;
  readonly isIntact: boolean | null;
}

/** The columns of {@link FileRow}; for queries with `files f left join file_checks c on c.file_id = f.id`. */
export const fileColumns = sql`f.id, f.sha256, f.size, c.size as checked_size, c.fingerprint, c.is_intact`;

/** Converts a row of {@link fileColumns} to a file that can be opened. */
export function toFileToOpen({ id, sha256, size, checkedSize, fingerprint, isIntact }: FileRow): FileToOpen {
  // A file that was missing has a check without facts: a later file in its place is checked again.
  const checked =
    isIntact === null ? null : { size: checkedSize ?? -1, fingerprint: fingerprint ?? '', isIntact };
  return { id, sha256, size, checked };
}

/** Key of the lock under which a file is registered (shared) or deleted (exclusive). */
export const fileLock = (sha256: string) => sql`hashtextextended(${sha256}, 7077)`;

/**
 * Creates the row of stored bytes in the command's transaction and returns its id; the same bytes have one row. The bytes were
 * stored durably before (DESIGN rule 9); if they were deleted in the meantime as unused, the command fails and is tried again.
 */
export async function registerFile(tx: CommandTransaction, file: AcceptedFile): Promise<number> {
  await sql`select pg_advisory_xact_lock_shared(${fileLock(file.sha256)})`.execute(tx.db);
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into files (sha256, size, mime, pages, is_blank, duration_seconds, package, created_by)
      values (${file.sha256}, ${file.size}, ${file.type.mime}, ${file.type.pages ?? null}, ${file.type.blank === true},
        ${file.type.durationSeconds ?? null}, ${file.type.package ?? null}, ${tx.actorId})
      on conflict (sha256) do nothing returning id
    )
    select id from made union all select id from files where sha256 = ${file.sha256} limit 1
  `.execute(tx.db);
  const id = rows[0]?.id ?? (await existingId(tx, file.sha256));
  // Bytes that were stored before packages were recognized.
  if (file.type.package) {
    await sql`update files set package = ${file.type.package} where id = ${id} and package is null`.execute(
      tx.db,
    );
  }
  if ((await tx.services.files.facts(file.sha256)) === null) {
    throw new AppError('CONFLICT', {
      reason: 'upload_gone',
    });
  }
  return id;
}

/** Returns the id of a row that another transaction committed while the insert above waited for it. */
async function existingId(tx: CommandTransaction, sha256: string): Promise<number> {
  const row = await tx.db.selectFrom('files').select('id').where('sha256', '=', sha256).executeTakeFirst();
  if (!row) throw new Error('the file has no row');
  return row.id;
}

/**
 * Opens a stored file for sending (SEC-04, DI-02): its hash is computed again the first time, whenever inode, size or times (or the ETag)
 * differ from the checked ones, and always if requested. Throws INTEGRITY_FAILED: a wrong file is never sent.
 */
export async function openVerified(
  services: Services,
  file: FileToOpen,
  { always = false }: { readonly always?: boolean } = {},
): Promise<OpenedBytes> {
  const opened = await services.files.open(file.sha256);
  if (!opened) {
    await recordDamage(services, file, null, 'missing');
    throw new AppError('INTEGRITY_FAILED');
  }
  if (!always && file.checked && sameFacts(file.checked, opened.facts)) {
    if (file.checked.isIntact) return opened;
    await opened.close();
    throw new AppError('INTEGRITY_FAILED');
  }
  let verified = false;
  try {
    verified = opened.facts.size === file.size && (await opened.check());
    if (verified) await recordCheck(services.db, file.id, opened.facts, null);
    else await recordDamage(services, file, opened.facts, 'changed');
  } finally {
    if (!verified) await opened.close();
  }
  if (!verified) throw new AppError('INTEGRITY_FAILED');
  return opened;
}

/** Computes the hash of one file regardless of its facts; used by the weekly check (SEC-04). Returns whether the file is intact. */
export async function checkFile(services: Services, file: FileToOpen): Promise<boolean> {
  try {
    const opened = await openVerified(services, file, { always: true });
    await opened.close();
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'INTEGRITY_FAILED') return false;
    throw error;
  }
}

async function recordDamage(
  services: Services,
  file: FileToOpen,
  facts: StoreFacts | null,
  problem: 'missing' | 'changed',
): Promise<void> {
  services.log.error(
    { fileId: file.id, sha256: file.sha256, problem },
    'stored file is damaged and is not served',
  );
  const known = file.checked?.isIntact === false;
  if (known) return recordCheck(services.db, file.id, facts, problem);
  await runCommand(services, { actorId: null, action: 'file.damage-found' }, async (tx) => {
    await recordCheck(tx.db, file.id, facts, problem);
  });
}

async function recordCheck(
  db: Kysely<DB>,
  fileId: number,
  facts: StoreFacts | null,
  problem: string | null,
): Promise<void> {
  await sql`
    insert into file_checks (file_id, size, fingerprint, checked_at, is_intact, problem)
    values (${fileId}, ${facts?.size ?? null}, ${facts?.fingerprint ?? null}, app_now(), ${problem === null}, ${problem})
    on conflict (file_id) do update set size = excluded.size, fingerprint = excluded.fingerprint,
      checked_at = excluded.checked_at, is_intact = excluded.is_intact, problem = excluded.problem
  `.execute(db);
}
