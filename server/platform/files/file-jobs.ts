import { sql } from 'kysely';
import { z } from 'zod';
import { runCommand } from '#server/platform/command/run-command.ts';
import {
  checkFile,
  fileColumns,
  fileLock,
  toFileToOpen,
  type FileRow,
} from '#server/platform/files/file-records.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';

const hour = 3_600_000;
/** An upload ends within 15 minutes (the server's request time); what is older was left behind (F1). */
const temporaryAgeMs = hour;
/** Bytes without a row may belong to a command that is still under way. */
const orphanAgeMs = 24 * hour;

/** Computes the hash of one stored file again (SEC-04). */
export const checkFileJob = defineJob({
  name: 'files.check',
  data: z.object({ fileId: z.number() }),
  waitsOnceFor: ({ fileId }) => String(fileId),
  run: async (services, { fileId }) => {
    const { rows } = await sql<FileRow>`
      select ${fileColumns} from files f left join file_checks c on c.file_id = f.id where f.id = ${fileId}
    `.execute(services.db);
    for (const row of rows) await checkFile(services, toFileToOpen(row));
  },
});

/** Finds the files whose last check is almost a week old. It runs every night, so that every file is checked weekly (SEC-04). */
export const checkFilesSweep = defineJob({
  name: 'files.check-sweep',
  data: z.object({}),
  schedule: '17 2 * * *',
  run: async (services) => {
    const { rows } = await sql<{ fileId: number }>`
      select f.id as file_id from files f left join file_checks c on c.file_id = f.id
      where c.checked_at is null or c.checked_at < app_now() - interval '6 days'
      order by c.checked_at nulls first
    `.execute(services.db);
    if (rows.length === 0) return;
    await runCommand(services, { actorId: null, action: 'file.check-planned' }, (tx) =>
      services.jobs.enqueue(tx.db, checkFileJob, rows),
    );
  },
});

/** Removes the rest of interrupted uploads (F1), bytes without a row, and records of reads that are no longer needed. */
export const cleanFilesSweep = defineJob({
  name: 'files.clean-sweep',
  data: z.object({}),
  schedule: '*/20 * * * *',
  run: async (services) => {
    const temporary = await services.files.sweep(temporaryAgeMs);
    const orphans = await removeOrphans(services, orphanAgeMs);
    await sql`delete from file_fetches where fetched_at < app_now() - interval '30 days'`.execute(
      services.db,
    );
    if (temporary + orphans > 0)
      services.log.info({ temporary, orphans }, 'removed what uploads left behind');
  },
});

/** Removes stored bytes without a row that are older than the age in milliseconds; returns their number. */
export async function removeOrphans(services: Services, olderThanMs: number): Promise<number> {
  const before = Date.now() - olderThanMs;
  let removed = 0;
  let old: string[] = [];
  const flush = async () => {
    if (old.length === 0) return;
    const { rows } = await sql<{ sha256: string }>`
      select sha256 from unnest(${old}::text[]) as listed (sha256)
      where not exists (select 1 from files f where f.sha256 = listed.sha256)
    `.execute(services.db);
    old = [];
    for (const { sha256 } of rows) if (await removeOrphan(services, sha256)) removed += 1;
  };
  for await (const { sha256, modifiedMs } of services.files.list()) {
    if (modifiedMs > before) continue;
    old.push(sha256);
    if (old.length >= 500) await flush();
  }
  await flush();
  return removed;
}

/** Alone with the file: no command can register it between the look and the removal. */
async function removeOrphan(services: Services, sha256: string): Promise<boolean> {
  return services.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(${fileLock(sha256)})
        and not exists (select 1 from files where sha256 = ${sha256}) as free
    `.execute(tx);
    if (rows[0]?.free !== true) return false;
    await services.files.remove(sha256);
    return true;
  });
}
