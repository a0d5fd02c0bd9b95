import { sql } from 'kysely';
import type { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import type { PlainReason } from '#shared/reasons/reasons.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { JobDefinition } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { importActions, ImportCancelled, returnToDone } from './import-work.ts';
import {
  endImport,
  findImportOf,
  importViewOf,
  lockImportOf,
  releaseFilesOf,
  type ImportSubject,
  type ImportSubjects,
  type StoredImport,
} from './imports.store.ts';

/** Work on one import in the background. */
export type ImportWork = JobDefinition<z.ZodObject<{ importId: z.ZodNumber }>>;

/** The chosen columns and options of an import. */
export type Chosen<Subject extends ImportSubject> = Pick<ImportSubjects[Subject], 'mapping' | 'options'>;

/**
 * Starts the check of an import with a mapping and options. NOT_FOUND, ILLEGAL_STEP, VALIDATION_FAILED at `mapping`.
 *
 * @param refuse the rule for the mapping of this subject
 */
export async function startCheck<Subject extends ImportSubject>(
  tx: CommandTransaction,
  [subject, id]: readonly [subject: Subject, id: number],
  { mapping, options }: Chosen<Subject>,
  refuse: (headings: readonly string[]) => PlainReason | null,
  job: ImportWork,
): Promise<ImportSubjects[Subject]['view']> {
  const { headings } = await lockImportOf(tx, subject, id, ['uploaded', 'checked']);
  const reason = refuse(headings);
  if (reason !== null) throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'mapping', reason }] });
  await tx.db
    .updateTable('peopleImports')
    .set({
      state: 'checking',
      mapping: JSON.stringify(mapping),
      options: JSON.stringify(options),
      figures: null,
      planHash: null,
      changedSince: false,
      checkedAt: null,
    })
    .where('id', '=', id)
    .execute();
  await tx.db.deleteFrom('peopleImportProgress').where('importId', '=', id).execute();
  await tx.services.jobs.enqueue(tx.db, job, [{ importId: id }]);
  return importViewOf(tx.db, subject, id);
}

/** Stores the result of a check; nothing if somebody cancelled the import before that. */
export async function storeCheck<Subject extends ImportSubject>(
  services: Services,
  { id, subject, requestedBy }: Pick<StoredImport<Subject>, 'id' | 'subject' | 'requestedBy'>,
  { figures, planHash }: { readonly figures: ImportSubjects[Subject]['figures']; readonly planHash: string },
): Promise<void> {
  const facts = { actorId: requestedBy, action: importActions[subject].checked };
  await runCommand(services, facts, async (tx) => {
    const now = await findImportOf(tx.db, subject, id, true);
    if (now?.state !== 'checking') throw new ImportCancelled();
    await tx.db
      .updateTable('peopleImports')
      .set({
        state: 'checked',
        figures: JSON.stringify(figures),
        planHash,
        checkedAt: sql<Date>`app_now()`,
      })
      .where('id', '=', id)
      .execute();
  });
}

/**
 * Starts the import that the preview showed. NOT_FOUND, ILLEGAL_STEP for rows with errors and for rows of the caller
 * (`ownRow`: the reason; null if people may import themselves), EFFECT_CHANGED if it was checked again since.
 */
export async function startImport<Subject extends ImportSubject>(
  tx: CommandTransaction,
  [subject, id]: readonly [subject: Subject, id: number],
  confirmed: {
    readonly planHash: string;
    readonly reason: string;
    readonly deactivateMissing?: boolean;
    readonly invite?: boolean;
  },
  ownRow: PlainReason | null,
  job: ImportWork,
): Promise<ImportSubjects[Subject]['view']> {
  const found = await lockImportOf(tx, subject, id, ['checked']);
  const { figures } = await importViewOf(tx.db, subject, id);
  const { planHash, ...choices } = confirmed;
  if (found.planHash !== planHash)
    throw new AppError('EFFECT_CHANGED', { extra: { planHash: found.planHash, figures } });
  if ((figures?.bad ?? 0) > 0) throw new AppError('ILLEGAL_STEP', { reason: 'import_rows_bad' });
  if (ownRow !== null && (await hasRowOf(tx, id))) throw new AppError('ILLEGAL_STEP', { reason: ownRow });
  await tx.db
    .updateTable('peopleImports')
    .set({
      ...choices,
      state: 'importing',
      confirmedBy: tx.actorId,
      confirmedAt: sql<Date>`app_now()`,
      changedSince: false,
    })
    .where('id', '=', id)
    .execute();
  await tx.db.deleteFrom('peopleImportProgress').where('importId', '=', id).execute();
  await tx.services.jobs.enqueue(tx.db, job, [{ importId: id }]);
  return importViewOf(tx.db, subject, id);
}

async function hasRowOf(tx: CommandTransaction, id: number): Promise<boolean> {
  const own = await tx.db
    .selectFrom('peopleImportRows')
    .select('line')
    .where('importId', '=', id)
    .where('userId', '=', tx.actorId)
    .executeTakeFirst();
  return own !== undefined;
}

/** Ends an import that was carried out. A cancellation that waits for its locks comes too late. */
export async function finishImport<Subject extends ImportSubject>(
  tx: CommandTransaction,
  [subject, id]: readonly [subject: Subject, id: number],
  figures?: ImportSubjects[Subject]['figures'],
): Promise<void> {
  const now = await findImportOf(tx.db, subject, id, true);
  if (now?.state !== 'importing') throw new ImportCancelled();
  await tx.db
    .updateTable('peopleImports')
    .set({
      state: 'done',
      endedAt: sql<Date>`app_now()`,
      ...(figures === undefined ? {} : { figures: JSON.stringify(figures) }),
    })
    .where('id', '=', id)
    .execute();
  await sql`update people_import_rows set cells = null, read_as = null where import_id = ${id}`.execute(
    tx.db,
  );
  await tx.db.deleteFrom('peopleImportProgress').where('importId', '=', id).execute();
  await releaseFilesOf(tx, id);
}

/** Checks a confirmed import again, because the records have changed since: it has changed nothing. */
export async function checkAnew(
  services: Services,
  { id, subject }: Pick<StoredImport<ImportSubject>, 'id' | 'subject'>,
  actorId: string,
  job: ImportWork,
): Promise<void> {
  await runCommand(services, { actorId, action: importActions[subject].changedSince }, async (tx) => {
    const now = await findImportOf(tx.db, subject, id, true);
    if (now?.state !== 'importing') throw new ImportCancelled();
    await tx.db
      .updateTable('peopleImports')
      .set({ state: 'checking', changedSince: true, planHash: null })
      .where('id', '=', id)
      .execute();
    await services.jobs.enqueue(tx.db, job, [{ importId: id }]);
  });
}

/** Cancels an import that has not ended, or its reversal: what is carried out is undone as a whole. NOT_FOUND, ILLEGAL_STEP. */
export async function cancelImport<Subject extends ImportSubject>(
  tx: CommandTransaction,
  subject: Subject,
  id: number,
): Promise<ImportSubjects[Subject]['view']> {
  const { state } = await lockImportOf(tx, subject, id, [
    'uploaded',
    'checking',
    'checked',
    'importing',
    'reversing',
  ]);
  if (state === 'reversing') await returnToDone(tx, id, null);
  else await endImport(tx, id, 'cancelled');
  return importViewOf(tx.db, subject, id);
}
