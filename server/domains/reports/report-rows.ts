import type { CompletionKind } from '#shared/domain/signatures/training-record.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ListedStatus } from '#shared/domain/assignments/status.ts';
import type { DB } from '#server/db/db.d.ts';
import { streamRows } from '#server/db/stream-rows.ts';
import {
  completedZoneSql,
  dueMoveJson,
  effectiveStatusOf,
  joinedEvidence,
  joinedValidity,
  recordValidity,
  rememberedContents,
  type DueDateMove,
  type JoinedEvidence,
  type ReadContents,
  type RecordValidity,
} from '#server/domains/assignments/index.ts';
import type { Services } from '#server/platform/services.ts';
import { csvCellSql } from './csv-cell-sql.ts';
import { reportAssignments, reportDetails, reportPeople, type ReportScope } from './report-scope.ts';

/** One line of an export: a person with one assignment, or a person without any. */
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
  readonly effectiveVersion: number | null;
  readonly status: ListedStatus | null;
  readonly assignedDate: string | null;
  readonly dueDate: string | null;
  readonly dueDateMoved: DueDateMove | null;
  readonly completedDate: string | null;
  readonly completedZone: string | null;
  readonly completionKind: CompletionKind | null;
  readonly score: string | null;
  readonly recordId: number | null;
}

/** The same for a CSV: the database writes as much of a line as it can, as few texts instead of thirteen values. */
export interface CsvRow {
  /** The cells of the person. */
  readonly person: string;
  readonly module: string | null;
  readonly reference: string | null;
  /** The cells of the versions and the status. They never need quotes; nor do those of the due date and the score. */
  readonly progress: string;
  readonly dueDate: string;
  readonly dueDateMoved: DueDateMove | null;
  readonly scored: string;
  /** Instants in seconds since 1970; those of evidence with their zone. */
  readonly assignedAt: number | null;
  readonly completed: number | null;
  /** For a past training the day alone, in its zone (DI-01). */
  readonly completedDay: string | null;
  readonly completedZone: string | null;
  readonly recordId: number | null;
}

/** Lines of an export with the evidence of their completions. */
export interface ExportBatch<Row = ExportRow> {
  readonly rows: readonly Row[];
  readonly validity: ReadonlyMap<number, RecordValidity>;
}

/** Rows that are read, checked and written together: memory stays flat for any length of the report (RPT-02). */
const batchSize = 1000;
/** The number of batches whose evidence is read and checked while the previous batch is written. */
const batchesAhead = 1;

const utc = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);

const status = effectiveStatusOf({
  status: sql`a.status`,
  dueDate: sql`a.due_date`,
  expired: sql`a.expired`,
  today: sql`p.today`,
});

const rowColumns = sql`p.organization_name as organization, p.department_name as department, p.first_name as "firstName",
  p.last_name as "lastName", p.email, p.job_title as "jobTitle", p.is_active as "isActive",
  a.module, a.reference, a.version, a.effective as "effectiveVersion", a.moved as "dueDateMoved", ${status} as status,
  ${utc('a.assigned_date')} as "assignedDate", a.due_date::text as "dueDate",
  ${utc('a.completed_at')} as "completedDate", a.completed_zone as "completedZone", a.record_kind as "completionKind", trim_scale(a.scored)::text as score, a.record_id as "recordId"`;

const personTexts = ['organization_name', 'department_name', 'last_name', 'first_name', 'email', 'job_title'];
const personCells = sql.join(
  [
    ...personTexts.map((name) => csvCellSql(sql.raw(`people.${name}`))),
    sql`case when people.is_active then 'yes' else 'no' end`,
  ],
  sql` || ',' || `,
);

const csvColumns = sql`p.cells as person, a.module, a.reference,
  concat(a.version, ',', a.effective, ',', ${status}) as progress, a.moved as "dueDateMoved", date_part('epoch', a.assigned_date) as "assignedAt", coalesce(a.due_date::text, '') as "dueDate",
  date_part('epoch', a.completed_at) as completed,
  case when a.record_kind in ('backdated', 'from_source') then (a.completed_at at time zone a.completed_zone)::date::text end as "completedDay",
  a.completed_zone as "completedZone", coalesce(trim_scale(a.scored)::text, '') as scored, a.record_id as "recordId"`;

/** Streams the lines of a report in batches, ordered by organization and person, each with the evidence of its completions. */
export const exportRows = (
  services: Services,
  db: Kysely<DB>,
  scope: ReportScope,
): AsyncGenerator<ExportBatch> =>
  checkedRows<ExportRow>(services, db, scope, {
    ofPerson: sql`people.*`,
    columns: rowColumns,
    check: validityById,
  });

/** {@link exportRows} for a CSV, the longest of all: for present records, their evidence is read with the rows. */
export const csvRows = (
  services: Services,
  db: Kysely<DB>,
  scope: ReportScope,
): AsyncGenerator<ExportBatch<CsvRow>> => {
  const ofPerson = sql`people.*, ${personCells} as cells`;
  return scope.asOf === undefined
    ? checkedRows<CsvRow & JoinedEvidence>(services, db, scope, {
        ofPerson,
        columns: sql`${csvColumns}, ${joinedEvidence.again}`,
        evidence: joinedEvidence,
        check: joinedValidity,
      })
    : checkedRows<CsvRow>(services, db, scope, { ofPerson, columns: csvColumns, check: validityById });
};

/** The way to read rows, and to judge their completions. */
interface Reading<Row> {
  readonly ofPerson: RawBuilder<unknown>;
  readonly columns: RawBuilder<unknown>;
  /** Evidence that is read with the rows. */
  readonly evidence?: typeof joinedEvidence;
  readonly check: (
    services: Services,
    db: Kysely<DB>,
    rows: readonly Row[],
    contents: ReadContents,
  ) => Promise<ReadonlyMap<number, RecordValidity>>;
}

const validityById = (
  services: Services,
  db: Kysely<DB>,
  rows: readonly { readonly recordId: number | null }[],
  contents: ReadContents,
) =>
  recordValidity(
    services,
    db,
    rows.flatMap((row) => row.recordId ?? []),
    contents,
  );

/** Only people are sorted as a whole, assignments person by person: the first lines come at once, however many there are. */
async function* checkedRows<Row>(
  services: Services,
  db: Kysely<DB>,
  scope: ReportScope,
  { ofPerson, columns, evidence, check }: Reading<Row>,
): AsyncGenerator<ExportBatch<Row>> {
  const query = sql<Row>`
    with ${reportPeople(scope)},
    p as materialized (
      select ${ofPerson}, lower(last_name) as last_key, lower(first_name) as first_key from people
      order by organization_name nulls last, lower(last_name), lower(first_name), id
    )
    select ${columns}
    from p
    left join lateral (
      select a.id as assignment, a.status, a.due_date, a.assigned_date, a.completed_at, a.score as scored, a.expired, r.id as record_id,
        ${completedZoneSql} as completed_zone, r.kind as record_kind,
        coalesce(r.module_title, m.title) as module, coalesce(r.module_reference, m.reference) as reference,
        coalesce(r.version_number, v.number) as version, ev.number as effective, ${dueMoveJson} as moved${evidence ? sql`, ${evidence.columns}` : sql``}
      from (${reportAssignments(scope)}) a ${reportDetails(scope)} ${evidence?.join ?? sql``}
      order by a.due_date nulls last, a.id
    ) a on true
    order by p.organization_name nulls last, p.last_key, p.first_key, p.id, a.due_date nulls last, a.assignment
  `;
  const contents = rememberedContents(services, db);
  const lines = streamRows(db, (plain) => query.compile(plain), batchSize);
  const ahead: Promise<ExportBatch<Row>>[] = [];
  for await (const rows of oneAhead(lines)) {
    const batch = check(services, db, rows, contents).then((validity) => ({ rows, validity }));
    // The error is thrown where the batch is awaited; a reader who stops before that does not need it.
    batch.catch(() => undefined);
    ahead.push(batch);
    const done = ahead.length > batchesAhead ? await ahead.shift() : undefined;
    if (done) yield done;
  }
  for (const batch of ahead) yield await batch;
}

/** Requests the next batch before the last one is used, so that the database works on it in the meantime. */
async function* oneAhead<T>(source: AsyncIterableIterator<T>): AsyncGenerator<T> {
  try {
    for (let next = source.next(); ;) {
      const { done, value } = await next;
      if (done) return;
      next = source.next();
      // Thrown where it is awaited.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await source.return?.();
  }
}
