import { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import type { pastImportFile } from '#shared/contract/past-imports-schemas.ts';
import { proposePastMapping } from '#shared/domain/assignments/past/fields.ts';
import { nameKey } from '#shared/domain/text/plain-line.ts';
import { lockImportOf, receiveImport, type ImportSubjects } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { registerFile } from '#server/platform/files/file-records.ts';
import { releaseFile } from '#server/platform/files/release-file.ts';
import { acceptedOf, receiveUploads } from '#server/platform/files/receive-uploads.ts';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** Receives a file of past completions (USR-09). Throws FILE_REFUSED with line and column. */
export const receivePast = (ctx: RequestContext): Promise<ImportSubjects['completions']['view']> =>
  receiveImport(ctx, {
    subject: 'completions',
    propose: proposePastMapping,
    // The source is evidence, so it is entered for each file.
    optionsFor: (_, kept) => ({ source: '', dayOrder: kept?.dayOrder ?? 'day_first' }),
  });

/** Kinds of files that a source issues as certificates. */
const extensions = ['pdf', 'jpg', 'jpeg', 'png', 'docx'];

/** How many certificate files an import may have. */
const mostFiles = 100_000;

/** Receives one certificate file of an import (USR-09). NOT_FOUND, ILLEGAL_STEP, FILE_REFUSED. */
export async function receiveCertificate(
  ctx: RequestContext,
  id: number,
): Promise<z.input<typeof pastImportFile>> {
  const { files } = await receiveUploads(ctx, {
    fields: z.strictObject({}),
    fileField: /^file$/,
    maxFiles: 1,
    allOrNothing: true,
    extensions,
  });
  const [file] = acceptedOf(files);
  if (!file) throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'file', reason: 'file_needed' }] });
  return ctx.command((tx) => addCertificate(tx, id, file));
}

async function addCertificate(
  tx: CommandTransaction,
  id: number,
  file: AcceptedFile,
): Promise<z.input<typeof pastImportFile>> {
  await lockImportOf(tx, 'completions', id, ['uploaded', 'checked']);
  // As rows find it.
  const name = nameKey(file.originalName);
  const fileId = await registerFile(tx, file);
  const before = await tx.db
    .selectFrom('peopleImportFiles')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('importId', '=', id)
    .executeTakeFirst();
  if ((before?.count ?? 0) >= mostFiles) throw new AppError('UPLOAD_LIMIT_REACHED');
  const replaced = await tx.db
    .deleteFrom('peopleImportFiles')
    .where('importId', '=', id)
    .where('name', '=', name)
    .returning('fileId')
    .executeTakeFirst();
  await tx.db.insertInto('peopleImportFiles').values({ importId: id, name, fileId }).execute();
  if (replaced && replaced.fileId !== fileId) await releaseFile(tx, replaced.fileId);
  // The earlier check did not include the file.
  await tx.db
    .updateTable('peopleImports')
    .set({ state: 'uploaded', planHash: null, figures: null })
    .where('id', '=', id)
    .execute();
  return { name: file.originalName, sha256: file.sha256, size: file.size };
}
