import { sql, type Kysely } from 'kysely';
import type { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import type {
  importFigures,
  importMapping,
  importOptions,
  importState,
  importSummary,
  peopleImport,
} from '#shared/contract/people-imports-schemas.ts';
import type {
  absenceFigures,
  absenceImport,
  absenceImportSummary,
  absenceMapping,
  absenceOptions,
} from '#shared/contract/absence-imports.ts';
import type {
  pastFigures,
  pastImport,
  pastImportSummary,
  pastMapping,
  pastOptions,
} from '#shared/contract/past-imports-schemas.ts';
import type { importProblems } from '#shared/reasons/imports.ts';
import type { DB } from '#server/db/db.d.ts';
import { releaseFile } from '#server/platform/files/release-file.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** The display form of an import (USR-06). */
export type ImportView = z.input<typeof peopleImport>;
/** The planned or actual effect of an import. */
export type ImportFigures = z.input<typeof importFigures>;
type ImportState = z.output<typeof importState> | 'reversing' | 'reversed';

/** The subjects of a file, with the forms of its columns, options and figures (USR-06, USR-09, USR-10). */
export interface ImportSubjects {
  readonly people: {
    readonly mapping: z.output<typeof importMapping>;
    readonly options: z.output<typeof importOptions>;
    readonly figures: ImportFigures;
    readonly view: ImportView;
    readonly summary: z.input<typeof importSummary>;
  };
  readonly completions: {
    readonly mapping: z.output<typeof pastMapping>;
    readonly options: z.output<typeof pastOptions>;
    readonly figures: z.input<typeof pastFigures>;
    readonly view: Omit<z.input<typeof pastImport>, 'reliance'>;
    readonly summary: z.input<typeof pastImportSummary>;
  };
  readonly absences: {
    readonly mapping: z.output<typeof absenceMapping>;
    readonly options: z.output<typeof absenceOptions>;
    readonly figures: z.input<typeof absenceFigures>;
    readonly view: z.input<typeof absenceImport>;
    readonly summary: z.input<typeof absenceImportSummary>;
  };
}
/** One of {@link ImportSubjects}. */
export type ImportSubject = keyof ImportSubjects;
/** Why an import ended without a change. */
export type ImportProblem = (typeof importProblems)[number];

/** An import as anyone who checks it or carries it out needs it. */
export interface StoredImport<Subject extends ImportSubject = 'people'> {
  readonly id: number;
  readonly subject: Subject;
  readonly state: ImportState;
  readonly headings: readonly string[];
  readonly rowCount: number;
  readonly mapping: ImportSubjects[Subject]['mapping'];
  readonly options: ImportSubjects[Subject]['options'];
  readonly planHash: string | null;
  readonly deactivateMissing: boolean;
  readonly invite: boolean;
  readonly reason: string | null;
  readonly requestedBy: string;
  readonly confirmedBy: string | null;
  readonly reversedBy: string | null;
  readonly reversalReason: string | null;
}

/** Reads one import about a subject; undefined if there is none. */
export async function findImportOf<Subject extends ImportSubject>(
  db: Kysely<DB>,
  subject: Subject,
  id: number,
  lock = false,
): Promise<StoredImport<Subject> | undefined> {
  const { rows } = await sql<StoredImport<Subject>>`
    select id, subject, state, headings, row_count, mapping, options, plan_hash, deactivate_missing, invite, reason,
      requested_by, confirmed_by, reversed_by, reversal_reason
    from people_imports where id = ${id} and subject = ${subject} ${lock ? sql`for update` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** Reads one import about a subject; NOT_FOUND. */
export async function requireImportOf<Subject extends ImportSubject>(
  db: Kysely<DB>,
  subject: Subject,
  id: number,
): Promise<StoredImport<Subject>> {
  const found = await findImportOf(db, subject, id);
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

/** Locks an import that is in one of some states; NOT_FOUND, ILLEGAL_STEP. */
export async function lockImportOf<Subject extends ImportSubject>(
  tx: CommandTransaction,
  subject: Subject,
  id: number,
  states: readonly ImportState[],
): Promise<StoredImport<Subject>> {
  const found = await findImportOf(tx.db, subject, id, true);
  if (!found) throw new AppError('NOT_FOUND');
  if (states.includes(found.state)) return found;
  const busy = ['checking', 'importing', 'reversing'].includes(found.state);
  const ended = ['done', 'failed', 'cancelled', 'reversed'].includes(found.state);
  throw new AppError('ILLEGAL_STEP', {
    reason: busy ? 'import_busy' : ended ? 'import_ended' : 'import_not_checked',
  });
}

const summary = sql`i.id, i.state, i.file_name, i.row_count, i.figures,
  json_build_object('id', u.id, 'name', btrim(concat_ws(' ', u.first_name, u.last_name))) as requested_by,
  i.created_at, i.ended_at`;

/** Imports about a subject, newest first. */
export async function listImports<Subject extends ImportSubject>(
  db: Kysely<DB>,
  subject: Subject,
  page: { readonly limit: number; readonly offset: number },
) {
  const { rows } = await sql<ImportSubjects[Subject]['summary']>`
    select ${summary} from people_imports i join users u on u.id = i.requested_by
    where i.subject = ${subject} order by i.created_at desc, i.id desc limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from people_imports where subject = ${subject}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** How many rows a view shows, to recognize the columns. */
const sampleRows = 3;

/** Returns the display form of one import of a subject; NOT_FOUND. */
export async function importViewOf<Subject extends ImportSubject>(
  db: Kysely<DB>,
  subject: Subject,
  id: number,
): Promise<ImportSubjects[Subject]['view']> {
  const { rows } = await sql<ImportSubjects[Subject]['view']>`
    select ${summary}, i.file_sha256, i.file_size, i.format, i.encoding, i.headings, i.secret_columns, i.mapping, i.options,
      i.plan_hash, i.changed_since, i.deactivate_missing, i.problem, i.checked_at,
      case when i.lost_line is not null then json_build_object('line', i.lost_line, 'column', i.lost_column) end as lost,
      coalesce((select json_agg(s.cells order by s.position) from (
        select r.position, r.cells from people_import_rows r
        where r.import_id = i.id and r.cells is not null order by r.position limit ${sampleRows}) s), '[]') as samples,
      (select count(*)::int from people_import_files f where f.import_id = i.id) as files,
      case when i.state = 'reversed' then json_build_object('reason', i.reversal_reason, 'at',
        to_char(i.reversed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'by', json_build_object('id', z.id, 'name', btrim(concat_ws(' ', z.first_name, z.last_name)))) end as reversal,
      case when i.state in ('checking', 'importing', 'reversing')
        then json_build_object('done', coalesce(p.rows_done, 0), 'total', coalesce(p.rows_total, i.row_count)) end as progress
    from people_imports i join users u on u.id = i.requested_by left join people_import_progress p on p.import_id = i.id
      left join users z on z.id = i.reversed_by
    where i.id = ${id} and i.subject = ${subject}`.execute(db);
  const [view] = rows;
  if (!view) throw new AppError('NOT_FOUND');
  return view;
}

/** Records the progress of a check or an import; returns whether it is still wanted. */
export async function recordProgress(
  db: Kysely<DB>,
  id: number,
  done: number,
  total: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into people_import_progress as p (import_id, rows_done, rows_total)
    select i.id, ${done}, ${total} from people_imports i where i.id = ${id} and i.state in ('checking', 'importing', 'reversing')
    on conflict (import_id) do update set rows_done = excluded.rows_done, rows_total = excluded.rows_total,
      updated_at = app_now()`.execute(db);
  return numAffectedRows > 0n;
}

/** Ends an import without a change: its rows go. */
export async function endImport(
  tx: CommandTransaction,
  id: number,
  state: 'failed' | 'cancelled',
  problem: ImportProblem | null = null,
): Promise<void> {
  await tx.db
    .updateTable('peopleImports')
    .set({ state, problem, endedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute();
  await releaseFilesOf(tx, id);
  await tx.db.deleteFrom('peopleImportRows').where('importId', '=', id).execute();
  await tx.db.deleteFrom('peopleImportProgress').where('importId', '=', id).execute();
}

/** Deletes the names of the additional files of an import that has ended, and the files unless they are used elsewhere. */
export async function releaseFilesOf(tx: CommandTransaction, id: number): Promise<void> {
  const { rows } = await sql<{ fileId: number }>`
    with gone as (delete from people_import_files where import_id = ${id} returning file_id)
    select distinct file_id from gone
    where not exists (select from training_records r where r.source_file_id = gone.file_id)`.execute(tx.db);
  // One by one, as `releaseFile` locks each file.
  for (const { fileId } of rows) await releaseFile(tx, fileId);
}

/** Ends the open imports that have rows of a person, and removes the person from those that have ended (USR-08). */
export async function eraseFromImports(
  tx: CommandTransaction,
  userId: string,
  anywhere: string,
): Promise<void> {
  const { rows } = await sql<{ id: number; open: boolean }>`
    select distinct i.id, i.state in ('uploaded', 'checking', 'checked', 'importing') as open
    from people_imports i join people_import_rows r on r.import_id = i.id
    where r.user_id = ${userId} or r.cells::text ~* ${anywhere}::text
    order by i.id`.execute(tx.db);
  for (const { id, open } of rows) {
    if (open) await endImport(tx, id, 'cancelled', 'import_person_erased');
  }
  await tx.db.deleteFrom('peopleImportRows').where('userId', '=', userId).execute();
}
