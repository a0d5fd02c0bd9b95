import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { ConversionFailure } from '#shared/domain/modules/conversion.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { OfficeConverter } from '#server/platform/config/office-converter.ts';
import {
  fileColumns,
  openVerified,
  registerFile,
  toFileToOpen,
  type FileRow,
} from '#server/platform/files/file-records.ts';
import { officeTypes } from '#server/platform/files/office/office-types.ts';
import { runSoffice } from '#server/platform/files/office/run-soffice.ts';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import { judgeFile } from '#server/platform/files/types/judge-file.ts';
import type { FileType } from '#server/platform/files/types/verdict.ts';
import { forServer } from '#server/platform/sandbox/sandbox.ts';
import type { Services } from '#server/platform/services.ts';

/** The prefix of the names of the folders in which files are converted. */
export const workFolderPrefix = 'traintrail-convert-';
/** A file is not tried again after the server itself has crashed on it this many times. */
const mostAttempts = 3;
/** Spreadsheets with more pages than this are not converted, because nobody reads them. */
const mostPages = 1000;
const largestPdf = 200 * 1024 * 1024;

interface Waiting extends FileRow {
  readonly mime: string;
  readonly attempts: number;
}

/** Raised when a conversion ended without a PDF. */
class Unconverted extends Error {
  readonly reason: ConversionFailure;
  readonly said: string;

  constructor(reason: ConversionFailure, said = '') {
    super(reason);
    this.reason = reason;
    this.said = said;
  }
}

/**
 * Converts one pending office file (MOD-09). The PDF is in the store before a row refers to it, as for any
 * upload. Safe to run twice and on two servers: one of them works, and if it dies the file stays pending. A failure of the
 * document is stored with its reason and is not tried again; a failure of the machine is thrown.
 */
export async function convertFile(
  services: Services,
  converter: OfficeConverter,
  fileId: number,
  stopping?: AbortSignal,
): Promise<void> {
  const lock = sql`hashtextextended(${`files.convert ${fileId}`}, 7078)`;
  // The lock belongs to the connection: it ends with this process, even after a crash.
  await services.db.connection().execute(async (connection) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${lock}) as mine`.execute(
      connection,
    );
    if (rows[0]?.mine !== true) return;
    try {
      await convertAlone(services, converter, fileId, stopping);
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
    }
  });
}

async function convertAlone(
  services: Services,
  converter: OfficeConverter,
  fileId: number,
  stopping: AbortSignal | undefined,
): Promise<void> {
  stopping?.throwIfAborted();
  const { rows } = await sql<Waiting>`
    select ${fileColumns}, f.mime, made.attempts from file_conversions made join files f on f.id = made.file_id
    left join file_checks c on c.file_id = f.id where made.file_id = ${fileId} and made.state = 'pending'
  `.execute(services.db);
  const file = rows[0];
  if (!file) return;
  const folder = await mkdtemp(join(os.tmpdir(), workFolderPrefix));
  try {
    if (file.attempts >= mostAttempts) throw new Unconverted('interrupted');
    await countAttempts(services, fileId, 'file.conversion-begun', file.attempts + 1);
    await keepPdf(services, fileId, await makePdf(services, converter, file, folder, stopping));
    services.log.info({ fileId }, 'office file converted');
  } catch (error) {
    if (!(error instanceof Unconverted)) {
      // Only crashes count: this process still runs, so the document was not the cause.
      await countAttempts(services, fileId, 'file.conversion-put-off', file.attempts);
      throw error;
    }
    await keepFailure(services, fileId, error);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function countAttempts(
  services: Services,
  fileId: number,
  action: string,
  attempts: number,
): Promise<void> {
  await runCommand(services, { actorId: null, action }, async (tx) => {
    await tx.db.updateTable('fileConversions').set({ attempts }).where('fileId', '=', fileId).execute();
  });
}

async function makePdf(
  services: Services,
  converter: OfficeConverter,
  file: Waiting,
  folder: string,
  stopping: AbortSignal | undefined,
): Promise<AcceptedFile> {
  const input = join(folder, `document.${officeTypes.get(file.mime) ?? 'bin'}`);
  await copyOut(services, file, input);
  const run = await runSoffice(converter, { folder, input, hidden: services.config.dataDir, stopping });
  if ('problem' in run) throw new Unconverted(run.problem, run.said);
  let type: FileType | undefined;
  try {
    const { sha256, size } = await services.files.put(createReadStream(run.pdf), {
      maxBytes: largestPdf,
      inspect: async (stored) => {
        const verdict = await judgeFile(services.sandbox, stored.path, forServer);
        if (!('type' in verdict) || verdict.type.pages === undefined) throw new Unconverted('unreadable');
        if (verdict.type.blank === true) throw new Unconverted('empty');
        if (verdict.type.pages > mostPages) throw new Unconverted('too_large');
        type = verdict.type;
      },
    });
    if (!type) throw new Error('the store did not have the PDF inspected');
    return { originalName: 'document.pdf', sha256, size, type };
  } catch (error) {
    if (error instanceof AppError && error.code === 'FILE_TOO_LARGE') throw new Unconverted('too_large');
    throw error;
  }
}

/** Copies the bytes of a stored file to a name of its kind; stops at a damaged one. */
async function copyOut(services: Services, file: Waiting, target: string): Promise<void> {
  try {
    const opened = await openVerified(services, toFileToOpen(file));
    const sink = createWriteStream(target, { mode: 0o600 });
    const written = finished(sink);
    // An error is thrown by the `await`, or while sending.
    written.catch(() => undefined);
    try {
      await opened.send(sink, { start: 0, end: opened.facts.size - 1 });
      sink.end();
      await written;
    } finally {
      sink.destroy();
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'INTEGRITY_FAILED') throw new Unconverted('unreadable');
    throw error;
  }
}

async function keepPdf(services: Services, fileId: number, pdf: AcceptedFile): Promise<void> {
  await runCommand(services, { actorId: null, action: 'file.converted' }, async (tx) => {
    const pdfId = await registerFile(tx, pdf);
    const { numUpdatedRows } = await tx.db
      .updateTable('fileConversions')
      .set({ state: 'converted', pdfId, endedAt: sql<Date>`app_now()` })
      .where('fileId', '=', fileId)
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow();
    // The PDF of a deleted file gets no row.
    if (numUpdatedRows === 0n) throw new Error('the file does not wait for its conversion any more');
  });
}

async function keepFailure(services: Services, fileId: number, { reason, said }: Unconverted): Promise<void> {
  services.log.warn({ fileId, reason, said }, 'office file not converted');
  await runCommand(services, { actorId: null, action: 'file.conversion-failed' }, async (tx) => {
    await tx.db
      .updateTable('fileConversions')
      .set({ state: 'failed', reason, endedAt: sql<Date>`app_now()` })
      .where('fileId', '=', fileId)
      .where('state', '=', 'pending')
      .execute();
  });
}
