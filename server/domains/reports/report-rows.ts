import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { effectiveStatusOf, recordValidity, type RecordValidity } from '#server/domains/assignments/index.ts';
import type { Services } from '#server/platform/services.ts';
import { peopleOf, type ReportScope } from './report-scope.ts';

/** One line of an export: a person with one assignment, or a person to whom nothing is assigned. */
export interface ExportRow {
  readonly organization: string | null;
  readonly department: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly jobTitle: string | null;
  readonly isActive: boolean;
  readonly module: string | null;
  readonly reference: string | null;
  readonly version: number | null;
  readonly status: 'not_started' | 'in_progress' | 'completed' | 'overdue' | null;
  readonly assignedDate: string | null;
  readonly dueDate: string | null;
  readonly completedDate: string | null;
  readonly score: string | null;
  readonly recordId: number | null;
}

/** Lines of an export with the evidence of their completions. */
export interface ExportBatch {
  readonly rows: readonly ExportRow[];
  readonly validity: ReadonlyMap<number, RecordValidity>;
}

/** Rows that are read, checked and written together: memory stays flat, whatever the report's length (RPT-02). */
const batchSize = 1000;

const utc = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);

/**
 * Streams the lines of a report in batches, ordered by organization and person, with the evidence of the completions
 * of each batch.
 */
export async function* exportRows(
  services: Services,
  db: Kysely<DB>,
  scope: ReportScope,
): AsyncGenerator<ExportBatch> {
  const query = sql<ExportRow>`
    with p as (${peopleOf(scope)})
    select p.organization_name as organization, p.department_name as department, p.first_name as "firstName",
      p.last_name as "lastName", p.email, p.job_title as "jobTitle", p.is_active as "isActive",
      coalesce(r.module_title, m.title) as module, coalesce(r.module_reference, m.reference) as reference,
      coalesce(r.version_number, v.number) as version,
      ${effectiveStatusOf(sql`a.status`, sql`a.due_date`, sql`p.today`)} as status,
      ${utc('a.assigned_date')} as "assignedDate", a.due_date::text as "dueDate",
      ${utc('a.completed_at')} as "completedDate", trim_scale(a.score)::text as score, r.id as "recordId"
    from p
    left join training_assignments a on a.user_id = p.id and a.status <> 'voided'
    left join training_modules m on m.id = a.module_id
    left join module_versions v on v.id = a.module_version_id
    left join training_records r on r.assignment_id = a.id
    order by p.organization_name nulls last, lower(p.last_name), lower(p.first_name), p.id, a.due_date nulls last, a.id
  `.compile(db.withoutPlugins());
  // Looks one batch ahead: the database reads the next lines and their evidence while these are checked and written.
  let ahead: Promise<ExportBatch> | undefined;
  for await (const { rows } of db.withoutPlugins().getExecutor().stream<ExportRow>(query, batchSize)) {
    const batch = withValidity(services, db, rows);
    // Thrown where it is awaited; who stops reading before that does not need to hear of it.
    batch.catch(() => undefined);
    if (ahead) yield await ahead;
    ahead = batch;
  }
  if (ahead) yield await ahead;
}

async function withValidity(
  services: Services,
  db: Kysely<DB>,
  rows: readonly ExportRow[],
): Promise<ExportBatch> {
  const recordIds = rows.flatMap((row) => row.recordId ?? []);
  return { rows, validity: await recordValidity(services, db, recordIds) };
}
