import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { containing, orderBy } from '#server/platform/http/order-by.ts';
import type { Services } from '#server/platform/services.ts';
import { personColumns, personJoins, toHrPerson, type HrPersonRow } from './people.ts';
import { shownSignature, signaturesOf } from './signed-records.ts';
import { pageOf, type PageRow } from '#server/platform/postgres/page-row.ts';

/** The people who must read a document (HR-04). */
export interface Audience {
  readonly userIds: readonly string[];
  readonly departmentIds: readonly number[];
  readonly everybody: boolean;
}

/** Returns the condition on `users u` that an audience means within an organization: people who are here. */
export function inAudience(
  organizationId: number,
  { userIds, departmentIds, everybody }: Audience,
): RawBuilder<unknown> {
  const chosen = everybody
    ? sql`true`
    : sql`(u.id = any(${[...userIds]}::text[]) or u.department_id = any(${[...departmentIds]}::int[]))`;
  return sql`u.organization_id = ${organizationId} and ${isActivePerson('u')} and ${chosen}`;
}

/** Returns how many people an audience has, and how many of them are not asked to read the version yet (HR-04). */
export async function countAudience(
  db: Kysely<DB>,
  { organizationId, versionId }: { readonly organizationId: number; readonly versionId: number },
  audience: Audience,
): Promise<{ readonly people: number; readonly toAsk: number }> {
  const { rows } = await sql<{ people: number; toAsk: number }>`
    select count(*)::int as people, count(*) filter (where k.id is null)::int as to_ask
    from users u
    left join hr_acknowledgements k on k.user_id = u.id and k.version_id = ${versionId} and k.withdrawn_at is null
    where ${inAudience(organizationId, audience)}
  `.execute(db);
  return rows[0] ?? { people: 0, toAsk: 0 };
}

/** How many acknowledgements are open, and of how many people. */
export interface OpenReading {
  readonly open: number;
  readonly people: number;
}

/** Open acknowledgements of effective documents: by organization, and under null in all (HR-01, HR-04). */
export async function openReading(
  db: Kysely<DB>,
  reach: Reach,
  organizationId: number | undefined,
): Promise<ReadonlyMap<number | null, OpenReading>> {
  // The few documents come first, and each open acknowledgement is read once, from the index.
  const { rows } = await sql<OpenReading & { organizationId: number | null }>`
    with documents as materialized (
      select d.organization_id, d.current_version_id from hr_documents d
      where d.kind = 'organization' and d.archived_at is null
        and ${withinReach(reach, sql<string>`null::text`, sql<number | null>`d.organization_id`)}
        and ${organizationId === undefined ? sql`true` : sql`d.organization_id = ${organizationId}`}
    ),
    asked as materialized (
      select d.organization_id, k.user_id, count(*) as open
      from documents d join hr_acknowledgements k on k.version_id = d.current_version_id
      where k.acknowledged_at is null and k.withdrawn_at is null
      group by 1, 2
    )
    select organization_id, sum(open)::int as open, count(*)::int as people from asked group by 1
    union all
    select null, coalesce(sum(open), 0)::int, (select count(*)::int from (select distinct user_id from asked) a) from asked
  `.execute(db);
  return new Map(rows.map(({ organizationId: of, open, people }) => [of, { open, people }]));
}

interface ReaderRow extends HrPersonRow {
  readonly id: number;
  readonly versionNumber: number;
  readonly requestedAt: Date;
  readonly dueOn: string | null;
  readonly isOverdue: boolean;
  readonly acknowledgedAt: Date | null;
}

/** The filters of the report of a document; the newest version unless one is named. */
export interface ReadersFilter {
  readonly q?: string | undefined;
  readonly version?: number | undefined;
  readonly show?: 'open' | 'done' | 'overdue' | undefined;
}

/** Still open past its due date, where the organization of the document `d` is. */
const isOverdue = sql<boolean>`(k.acknowledged_at is null and coalesce(k.due_on < today_in(owner.time_zone), false))`;
const source = sql`hr_acknowledgements k join hr_document_versions v on v.id = k.version_id
  join hr_documents d on d.id = v.document_id join organizations owner on owner.id = d.organization_id
  join users u on u.id = k.user_id ${personJoins}`;
const columns = sql`k.id, ${personColumns}, v.number as version_number, k.requested_at, k.due_on,
  ${isOverdue} as is_overdue, k.acknowledged_at`;
const keys = {
  name: sql`lower(u.last_name)`,
  acknowledgedAt: sql`k.acknowledged_at`,
  requestedAt: sql`k.requested_at`,
  dueOn: sql`k.due_on`,
};
const ties = sql`lower(u.first_name), k.id`;

function conditions(documentId: number, { q, version, show }: ReadersFilter): RawBuilder<unknown> {
  const number =
    version === undefined
      ? sql`(select max(number) from hr_document_versions where document_id = ${documentId})`
      : sql`${version}`;
  const parts = [sql`v.document_id = ${documentId} and v.number = ${number} and k.withdrawn_at is null`];
  if (show === 'open') parts.push(sql`k.acknowledged_at is null`);
  if (show === 'overdue') parts.push(isOverdue);
  if (show === 'done') parts.push(sql`k.acknowledged_at is not null`);
  if (q) {
    const like = containing(q.trim());
    parts.push(sql`(concat_ws(' ', u.first_name, u.last_name) ilike ${like} or u.email ilike ${like})`);
  }
  return sql.join(parts, sql` and `);
}

/** Returns one page of the people who must read a version, with recomputed signatures, and their number (HR-04). */
export async function readersOf(
  services: Services,
  db: Kysely<DB>,
  documentId: number,
  query: ReadersFilter & {
    readonly limit: number;
    readonly offset: number;
    readonly sort?: string | undefined;
  },
) {
  const matching = conditions(documentId, query);
  const { rows } = await sql<PageRow<ReaderRow>>`
    select counted.total, page.* from (select count(*)::int as total from ${source} where ${matching}) counted
    left join (
      select found.*, row_number() over () as place from (
        select ${columns} from ${source} where ${matching}
        order by ${orderBy(query.sort, keys, 'name', ties)} limit ${query.limit} offset ${query.offset}) found
    ) page on true
    order by page.place
  `.execute(db);
  const { found, total } = pageOf<ReaderRow>(rows);
  return { rows: await withSignatures(services, db, found), total };
}

async function withSignatures(services: Services, db: Kysely<DB>, rows: readonly ReaderRow[]) {
  const done = rows.filter((row) => row.acknowledgedAt !== null).map(({ id }) => id);
  const signatures = await signaturesOf(services.config, db, 'hr_acknowledgements', done);
  return rows.map((row) => ({
    id: row.id,
    person: toHrPerson(row),
    versionNumber: row.versionNumber,
    requestedAt: row.requestedAt,
    dueOn: row.dueOn,
    isOverdue: row.isOverdue,
    acknowledgedAt: row.acknowledgedAt,
    signature: shownSignature(signatures.get(row.id)),
  }));
}

/** The number of people who are read and checked at a time for a file. */
const atOnce = 500;

/** Everyone in the report by name, in batches of one statement each, so that memory stays flat (HR-04). */
export async function* readersInBatches(
  services: Services,
  db: Kysely<DB>,
  documentId: number,
  filter: ReadersFilter,
) {
  for (let offset = 0; ; offset += atOnce) {
    const { rows } = await readersOf(services, db, documentId, { ...filter, limit: atOnce, offset });
    yield rows;
    if (rows.length < atOnce) return;
  }
}

/** Refuses people who never had to read it, before a password is requested (HR-04): NOT_FOUND. Returns the version and the organization of the document. */
export async function requireReader(
  db: Kysely<DB>,
  id: number,
  userId: string,
): Promise<{ readonly organizationId: number; readonly versionId: number }> {
  const { rows } = await sql<{ organizationId: number; versionId: number }>`
    select d.organization_id, v.id as version_id from hr_acknowledgements k join hr_document_versions v on v.id = k.version_id
    join hr_documents d on d.id = v.document_id where k.id = ${id} and k.user_id = ${userId}`.execute(db);
  if (!rows[0]) throw new AppError('NOT_FOUND');
  return rows[0];
}
