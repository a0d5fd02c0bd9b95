import { sql, type Kysely, type RawBuilder } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { daysBetween } from '#shared/domain/calendar/calendar.ts';
import { documentCategories, REVIEW_SOON_DAYS, type DocumentCategory } from '#shared/domain/hr/documents.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { containing, orderBy } from '#server/platform/http/order-by.ts';
import { openReading } from './readers.queries.ts';
import { toVersionView, versionColumns, versionJoins, type VersionRow } from './documents.queries.ts';
import { pageOf, type PageRow } from '#server/platform/postgres/page-row.ts';

/** An organization document with its effective version, as the database returns it. */
interface DocumentRow extends VersionRow {
  readonly title: string;
  readonly category: DocumentCategory;
  readonly organizationId: number;
  readonly organizationName: string;
  readonly ownerId: string | null;
  readonly ownerName: string | null;
  readonly isArchived: boolean;
  readonly asked: number;
  readonly acknowledged: number;
  readonly overdue: number;
  readonly revision: number;
  readonly today: string;
}

const from = sql`hr_documents d
  join organizations o on o.id = d.organization_id
  join hr_document_versions v on v.id = d.current_version_id`;
const joins = sql`${versionJoins} left join users w on w.id = d.owner_id`;

const today = sql`today_in(o.time_zone)`;

const askedFor = (version: RawBuilder<unknown>, done: boolean) =>
  sql<number>`(select count(*)::int from hr_acknowledgements k
  where k.version_id = ${version} and k.withdrawn_at is null ${done ? sql`and k.acknowledged_at is not null` : sql``})`;
const askedColumns = sql`${askedFor(sql`v.id`, false)} as asked, ${askedFor(sql`v.id`, true)} as acknowledged,
  (select count(*)::int from hr_acknowledgements k where k.version_id = v.id and k.withdrawn_at is null and k.acknowledged_at is null
    and k.due_on < ${today}) as overdue`;

const columns = sql`${versionColumns}, d.title, d.category, d.organization_id, o.name as organization_name, d.owner_id,
  nullif(concat_ws(' ', w.first_name, w.last_name), '') as owner_name, d.archived_at is not null as is_archived,
  ${askedColumns}, d.revision, ${today} as today`;

const inArea = (reach: Reach) =>
  sql`d.kind = 'organization' and ${withinReach(reach, sql<string>`null::text`, sql<number | null>`d.organization_id`)}`;

/** Somebody still has to acknowledge the effective version. */
const stillRead = sql`exists (select 1 from hr_acknowledgements k
  where k.version_id = v.id and k.acknowledged_at is null and k.withdrawn_at is null)`;

/** {@link nearness} of the review in SQL; a test compares both on the same cases. */
const reviewIs = {
  due: sql`v.review_on <= ${today} + ${sql.lit(REVIEW_SOON_DAYS)}::int`,
  past: sql`v.review_on < ${today}`,
  soon: sql`v.review_on between ${today} and ${today} + ${sql.lit(REVIEW_SOON_DAYS)}::int`,
} as const;

function toItem(row: DocumentRow) {
  return {
    id: row.documentId,
    title: row.title,
    category: row.category,
    organizationId: row.organizationId,
    organizationName: row.organizationName,
    ownerId: row.ownerId,
    ownerName: row.ownerName,
    isArchived: row.isArchived,
    version: toVersionView(row),
    reviewInDays: row.reviewOn === null ? null : daysBetween(row.today, row.reviewOn),
    asked: row.asked,
    acknowledged: row.acknowledged,
    overdue: row.overdue,
    revision: row.revision,
  };
}

const unknownOrganization = () => new AppError('NOT_FOUND', { reason: 'organization_not_found' });

const ofSlug = (reach: Reach, slug: string) => sql`o.slug = ${slug}
  and ${withinReach(reach, sql<string>`null::text`, sql<number | null>`o.id`)}`;

/** Returns the organization of a slug within the reach (HR-04); NOT_FOUND for every other. */
export async function organizationOfSlug(db: Kysely<DB>, reach: Reach, slug: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select o.id from organizations o where ${ofSlug(reach, slug)}`.execute(db);
  if (!rows[0]) throw unknownOrganization();
  return rows[0].id;
}

interface FiguresRow {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly isActive: boolean;
  readonly today: string;
  readonly category: DocumentCategory | null;
  readonly documents: number;
  readonly archived: number;
  readonly soon: number;
  readonly past: number;
  readonly unread: number;
}

/** Returns an organization of the reach with figures of its documents (HR-04); NOT_FOUND for every other. */
export async function organizationFigures(db: Kysely<DB>, reach: Reach, slug: string) {
  const inForce = sql`d.id is not null and d.archived_at is null`;
  const { rows } = await sql<FiguresRow>`
    select o.id, o.name, o.slug, o.is_active, ${today} as today, d.category,
      count(*) filter (where ${inForce})::int as documents,
      count(*) filter (where d.archived_at is not null)::int as archived,
      count(*) filter (where ${inForce} and ${reviewIs.soon})::int as soon,
      count(*) filter (where ${inForce} and ${reviewIs.past})::int as past,
      count(*) filter (where ${inForce} and ${stillRead})::int as unread
    from organizations o
    left join hr_documents d on d.organization_id = o.id and d.kind = 'organization'
    left join hr_document_versions v on v.id = d.current_version_id
    where ${ofSlug(reach, slug)} group by o.id, d.category
  `.execute(db);
  const [first] = rows;
  if (!first) throw unknownOrganization();
  const sum = (key: 'documents' | 'archived' | 'soon' | 'past' | 'unread') =>
    rows.reduce((all, row) => all + row[key], 0);
  const reading = (await openReading(db, reach, first.id)).get(null);
  const countOf = new Map(rows.map((row) => [row.category, row.documents]));
  return {
    id: first.id,
    name: first.name,
    slug: first.slug,
    isActive: first.isActive,
    today: first.today,
    total: sum('documents'),
    archived: sum('archived'),
    categories: Object.fromEntries(
      documentCategories.map((category) => [category, countOf.get(category) ?? 0]),
    ) as Record<DocumentCategory, number>,
    reviews: { soon: sum('soon'), past: sum('past') },
    unread: sum('unread'),
    openAcknowledgements: reading?.open ?? 0,
    peopleToAcknowledge: reading?.people ?? 0,
  };
}

/** The filters and the page of the documents of an organization. */
export interface DocumentsQuery {
  readonly limit: number;
  readonly offset: number;
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
  readonly category?: DocumentCategory | undefined;
  readonly review?: keyof typeof reviewIs | undefined;
  readonly archived?: 'true' | 'false' | undefined;
  readonly acknowledgement?: 'open' | undefined;
}

/**
 * Returns one page of the documents of an organization with their effective versions, and their number: one statement (HR-04).
 */
export async function listDocuments(
  db: Kysely<DB>,
  reach: Reach,
  organizationId: number,
  query: DocumentsQuery,
) {
  const parts: RawBuilder<unknown>[] = [
    inArea(reach),
    sql`d.organization_id = ${organizationId}`,
    query.archived === 'true' ? sql`d.archived_at is not null` : sql`d.archived_at is null`,
  ];
  if (query.category !== undefined) parts.push(sql`d.category = ${query.category}`);
  if (query.review !== undefined) parts.push(reviewIs[query.review]);
  if (query.acknowledgement) parts.push(stillRead);
  if (query.q) parts.push(sql`d.title ilike ${containing(query.q.trim())}`);
  const rank = documentCategories.map((category) => sql.lit(category));
  const keys = {
    title: sql`lower(d.title)`,
    category: sql`array_position(array[${sql.join(rank)}]::text[], d.category)`,
    reviewOn: sql`v.review_on`,
    uploadedAt: sql`v.uploaded_at`,
  };
  const order = orderBy(query.sort, keys, 'category', sql`lower(d.title), d.id`);
  const { rows } = await sql<PageRow<DocumentRow>>`
    with matching as (
      select d.id, row_number() over (order by ${order}) as place from ${from} where ${sql.join(parts, sql` and `)}
    )
    select counted.total, page.* from (select count(*)::int as total from matching) counted
    left join (
      select ${columns}, matching.place from matching join hr_documents d on d.id = matching.id
      join organizations o on o.id = d.organization_id join hr_document_versions v on v.id = d.current_version_id ${joins}
      where matching.place > ${query.offset} and matching.place <= ${query.offset + query.limit}
    ) page on true
    order by page.place
  `.execute(db);
  const { found, total } = pageOf<DocumentRow>(rows);
  return { rows: found.map(toItem), total };
}

/** Returns one organization document of the reach with all its versions; NOT_FOUND for every other. */
export async function documentView(db: Kysely<DB>, reach: Reach, id: number) {
  const { rows } = await sql<DocumentRow>`
    select ${columns} from ${from} ${joins} where d.id = ${id} and ${inArea(reach)}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND', { reason: 'document_not_found' });
  const { rows: versions } = await sql<
    VersionRow & { readonly asked: number; readonly acknowledged: number; readonly overdue: number }
  >`
    select ${versionColumns}, ${askedColumns} from hr_document_versions v ${versionJoins}
    join hr_documents d on d.id = v.document_id join organizations o on o.id = d.organization_id
    where v.document_id = ${id} order by v.number desc`.execute(db);
  return {
    ...toItem(row),
    versions: versions.map((version) => ({
      ...toVersionView(version),
      asked: version.asked,
      acknowledged: version.acknowledged,
      overdue: version.overdue,
    })),
  };
}
