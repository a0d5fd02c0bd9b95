import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { resolveReach, type Permission } from '#shared/domain/access/permissions.ts';
import { findRequester } from '#server/platform/access/requester.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { toAppError } from '#server/platform/http/problem.ts';
import type { Services } from '#server/platform/services.ts';
import {
  endImport,
  findImportOf,
  type ImportProblem,
  type ImportSubject,
  type StoredImport,
} from './imports.store.ts';

/** Somebody cancelled the import during the work, so no work is left. */
export class ImportCancelled extends Error {}

/** How many rows are recorded at a time. */
const batch = 2000;

/** Runs the work on an import in a state; an error ends it, save one that passes or of a server that stops. */
export async function guarded<Subject extends ImportSubject>(
  services: Services,
  [subject, id, state]: readonly [subject: Subject, id: number, state: StoredImport['state']],
  { stopping, isLastTry }: { readonly stopping: AbortSignal | undefined; readonly isLastTry: boolean },
  work: (found: StoredImport<Subject>) => Promise<void>,
): Promise<void> {
  const found = await findImportOf(services.db, subject, id);
  if (found?.state !== state) return;
  try {
    await work(found);
  } catch (error) {
    if (error instanceof ImportCancelled) return;
    if (stopping?.aborted === true) throw error;
    const problem = problemOf(error);
    if (problem === null && !isLastTry) throw error;
    services.log.warn({ err: error, importId: id }, 'an import failed');
    await fail(services, found, problem ?? 'import_stopped');
  }
}

/** Returns the problem of an error that another try would not solve. */
function problemOf(error: unknown): ImportProblem | null {
  const known = toAppError(error);
  if (known.code === 'FORBIDDEN') return 'import_access_lost';
  return known.said.reason === 'last_administrator' ? 'import_last_administrator' : null;
}

/** What happens to imports without a person, in the words of the trail. */
export const importActions = {
  people: {
    checked: 'people_import.checked',
    changedSince: 'people_import.changed_since',
    failed: 'people_import.failed',
    expired: 'people_import.expired',
    takenUp: 'people_import.taken_up',
  },
  completions: {
    checked: 'completion_import.checked',
    changedSince: 'completion_import.changed_since',
    failed: 'completion_import.failed',
    expired: 'completion_import.expired',
    takenUp: 'completion_import.taken_up',
  },
  absences: {
    checked: 'absence_import.checked',
    changedSince: 'absence_import.changed_since',
    failed: 'absence_import.failed',
    expired: 'absence_import.expired',
    takenUp: 'absence_import.taken_up',
  },
} as const satisfies Readonly<Record<ImportSubject, object>>;

async function fail(
  services: Services,
  { id, subject, requestedBy, state }: StoredImport<ImportSubject>,
  problem: ImportProblem,
): Promise<void> {
  const facts = { actorId: null, action: importActions[subject].failed, origin: { subjectId: requestedBy } };
  await runCommand(services, facts, async (tx) => {
    const now = await findImportOf(tx.db, subject, id, true);
    if (now?.state !== state) return;
    // A failed reversal has changed nothing: the completions are unchanged.
    if (state === 'reversing') await returnToDone(tx, id, problem);
    else await endImport(tx, id, 'failed', problem);
  });
}

/** The completions of an import stay unchanged: its reversal was not carried out; `problem` is null if somebody cancelled it. */
export async function returnToDone(
  tx: CommandTransaction,
  id: number,
  problem: ImportProblem | null,
): Promise<void> {
  await tx.db
    .updateTable('peopleImports')
    .set({ state: 'done', problem, reversedBy: null, reversalReason: null })
    .where('id', '=', id)
    .execute();
  await tx.db.deleteFrom('peopleImportProgress').where('importId', '=', id).execute();
}

/** Anyone who asked may still do so. FORBIDDEN. */
export async function requireManager(
  services: Services,
  userId: string,
  permission: Permission = 'people.manage',
): Promise<void> {
  const person = await findRequester(services.db, userId);
  if (!person || resolveReach(person, permission)?.all !== true) throw new AppError('FORBIDDEN');
}

/** Stores the result of each row, in the order of the file. */
export async function recordOutcomes(
  services: Services,
  id: number,
  planned: readonly {
    readonly outcome: string;
    readonly userId: string | null;
    readonly fields?: readonly string[];
    readonly readAs?: object | null;
    readonly problems: readonly object[];
  }[],
  note: (rows: number) => Promise<void>,
): Promise<void> {
  const { db } = services;
  for (let from = 0; from < planned.length; from += batch) {
    const rows = planned
      .slice(from, from + batch)
      .map(({ outcome, userId, fields = [], readAs = null, problems }, at) => ({
        position: from + at + 1,
        outcome,
        userId,
        fields: outcome === 'bad' ? [] : fields,
        readAs,
        problems,
      }));
    await sql`
      update people_import_rows p set outcome = r.outcome, user_id = r."userId",
        fields = array(select jsonb_array_elements_text(r.fields)), problems = r.problems, read_as = r."readAs"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(position int, outcome text, "userId" text, fields jsonb, problems jsonb, "readAs" jsonb)
      where p.import_id = ${id} and p.position = r.position`.execute(db);
    await note(from + rows.length);
  }
}
