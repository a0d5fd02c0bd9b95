import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { isResponsibleFor, readVersions } from './documents.queries.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';

interface ToReadRow {
  readonly id: number;
  readonly title: string;
  readonly organizationName: string;
  readonly versionId: number;
  readonly versionNumber: number;
  readonly requestedAt: Date;
  readonly dueOn: string | null;
  readonly dueInDays: number | null;
  readonly acknowledgedAt: Date | null;
  readonly acknowledgedTimeZone: string | null;
}

/** Returns the documents that a person was asked to read, the open ones first (HR-04). */
export async function toRead(db: Kysely<DB>, userId: string) {
  const rows = await queryPrepared(
    db,
    'hr.toRead',
    sql<ToReadRow>`
    select k.id, d.title, o.name as organization_name, v.id as version_id, v.number as version_number, k.requested_at, k.acknowledged_at,
      (select g.time_zone from signatures g where g.hr_acknowledgement_id = k.id order by g.id limit 1) as acknowledged_time_zone,
      k.due_on, k.due_on - today_in(o.time_zone) as due_in_days
    from hr_acknowledgements k join hr_document_versions v on v.id = k.version_id
    join hr_documents d on d.id = v.document_id join organizations o on o.id = d.organization_id
    where k.user_id = ${userId} and k.withdrawn_at is null
    order by k.acknowledged_at is not null, k.due_on nulls last, k.requested_at desc, k.id limit 500
  `,
  );
  return withFiles(db, rows);
}

interface LookedAfterRow {
  readonly id: number;
  readonly title: string;
  readonly organizationName: string;
  readonly versionId: number;
  readonly versionNumber: number;
  readonly reviewOn: string | null;
  readonly uploadedAt: Date;
}

/** Returns the documents a person is responsible for, the next review first (HR-04). */
export async function responsibleDocuments(db: Kysely<DB>, userId: string) {
  const rows = await queryPrepared(
    db,
    'hr.responsible',
    sql<LookedAfterRow>`
    select d.id, d.title, o.name as organization_name, v.id as version_id, v.number as version_number, v.review_on, v.uploaded_at
    from hr_documents d join hr_document_versions v on v.id = d.current_version_id
    join organizations o on o.id = d.organization_id
    where ${isResponsibleFor(userId)} order by v.review_on nulls last, lower(d.title), d.id limit 500
  `,
  );
  return withFiles(db, rows);
}

/** Rows with the files of their versions. */
async function withFiles<Row extends { readonly versionId: number }>(db: Kysely<DB>, rows: readonly Row[]) {
  const ids = rows.map((row) => row.versionId);
  const versions = await readVersions(db, sql`v.id = any(${ids}::int[])`);
  const files = new Map(versions.map(({ id, file }) => [id, file]));
  return rows.flatMap((row) => {
    const file = files.get(row.versionId);
    return file ? [{ ...row, file }] : [];
  });
}
