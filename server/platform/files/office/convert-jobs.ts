import { readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { Config } from '#server/platform/config/config.ts';
import { convertFile, workFolderPrefix } from '#server/platform/files/office/convert-file.ts';
import { officeTypes } from '#server/platform/files/office/office-types.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';

/** No conversion lasts so long: older files were left behind by a server that crashed. */
const leftBehindMs = 3_600_000;
/** The number of files that one sweep plans; the next one plans more. */
const mostPlanned = 500;

const canConvert = ({ officeConverter }: Config): boolean => officeConverter !== undefined;

/** Logs once, at the start, whether this process converts office files (MOD-09). */
export function reportOfficeConverter({ config, log }: Services): void {
  const { officeConverter } = config;
  if (officeConverter) log.info({ soffice: officeConverter.path }, 'office files are converted to PDF');
  else log.info('no LibreOffice: office files are offered for download only');
}

/** Converts one office file to PDF (MOD-09); each server one at a time. */
export const convertFileJob = defineJob({
  name: 'files.convert',
  data: z.object({ fileId: z.number() }),
  waitsOnceFor: ({ fileId }) => String(fileId),
  worksHere: canConvert,
  run: async (services, { fileId }, stopping) => {
    const { officeConverter } = services.config;
    if (officeConverter) await convertFile(services, officeConverter, fileId, stopping);
  },
});

/**
 * Plans the conversion of office files that were stored before LibreOffice was available, and of those whose job was lost
 * (MOD-09).
 */
export const convertFilesSweep = defineJob({
  name: 'files.convert-sweep',
  data: z.object({}),
  schedule: '*/5 * * * *',
  // If no server can convert, ticks do not pile up.
  waitsOnceFor: () => 'sweep',
  worksHere: canConvert,
  run: async (services) => {
    await removeLeftBehind();
    const { rows } = await sql<{ fileId: number }>`
      select f.id as file_id from files f left join file_conversions made on made.file_id = f.id
      where f.mime = any(${[...officeTypes.keys()]}::text[]) and (made.file_id is null
        or (made.state = 'pending' and made.planned_at < app_now() - interval '10 minutes'))
      order by f.id desc limit ${mostPlanned}
    `.execute(services.db);
    if (rows.length === 0) return;
    await runCommand(services, { actorId: null, action: 'file.conversion-planned' }, (tx) =>
      plan(
        tx,
        rows.map(({ fileId }) => fileId),
      ),
    );
  },
});

/**
 * Plans the conversion of the office files among the files of a command (MOD-09): the same bytes once, after a failure again
 * when they are uploaded again. Has no effect if this server has no LibreOffice.
 */
export async function planConversions(
  tx: CommandTransaction,
  files: readonly { readonly id: number; readonly mime: string }[],
): Promise<void> {
  const ids = files.filter(({ mime }) => officeTypes.has(mime)).map(({ id }) => id);
  if (ids.length === 0 || !tx.services.config.officeConverter) return;
  await plan(tx, ids);
}

async function plan(tx: CommandTransaction, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ fileId: number }>`
    insert into file_conversions (file_id) select distinct unnest(${[...ids]}::int[])
    on conflict (file_id) do update set state = 'pending', reason = null, ended_at = null, planned_at = app_now(),
      attempts = case when file_conversions.state = 'failed' then 0 else file_conversions.attempts end
      where file_conversions.state <> 'converted'
    returning file_id
  `.execute(tx.db);
  await tx.services.jobs.enqueue(tx.db, convertFileJob, rows);
}

async function removeLeftBehind(): Promise<void> {
  const before = Date.now() - leftBehindMs;
  for (const name of await readdir(os.tmpdir())) {
    if (!name.startsWith(workFolderPrefix)) continue;
    const folder = join(os.tmpdir(), name);
    if (await isLeftBehind(folder, before)) await rm(folder, { recursive: true, force: true });
  }
}

async function isLeftBehind(folder: string, before: number): Promise<boolean> {
  try {
    const { uid, mtimeMs } = await stat(folder);
    return uid === process.getuid?.() && mtimeMs < before;
  } catch (error) {
    // Its conversion has ended in the meantime.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
