import { sql, type Kysely, type RawBuilder } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { daysBetween } from '#shared/domain/calendar/calendar.ts';
import { REVIEW_SOON_DAYS } from '#shared/domain/hr/documents.ts';
import { registrationState, type RegistrationState } from '#shared/domain/hr/registrations.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { containing, orderBy } from '#server/platform/http/order-by.ts';
import { readVersions, type VersionView } from './documents.queries.ts';

interface RegistrationRow {
  readonly id: number;
  readonly organizationId: number;
  readonly organizationName: string;
  readonly name: string;
  readonly number: string;
  readonly authority: string;
  readonly country: string;
  readonly validUntil: string | null;
  readonly isRetired: boolean;
  readonly documentCount: number;
  readonly revision: number;
  readonly today: string;
}

const today = sql<string>`today_in(o.time_zone)`;
const from = sql`hr_registrations r join organizations o on o.id = r.organization_id`;
const columns = sql`r.id, r.organization_id, o.name as organization_name, r.name, r.number, r.authority, r.country,
  r.valid_until, r.retired_at is not null as is_retired, r.revision, ${today} as today,
  (select count(*)::int from hr_documents d where d.registration_id = r.id and d.archived_at is null) as document_count`;

/** {@link registrationState} in SQL, over `r` and its organization `o`; a test compares both on the same cases. */
export const registrationStateSql = sql<RegistrationState>`case
  when r.retired_at is not null then 'retired'
  when r.valid_until is null then 'valid'
  when r.valid_until < ${today} then 'expired'
  when r.valid_until - ${today} <= ${sql.lit(REVIEW_SOON_DAYS)} then 'expiring'
  else 'valid' end`;

/** Registrations of the area: hr of the organization and administrators. */
export const registrationsInArea = (reach: Reach): RawBuilder<boolean> =>
  withinReach(reach, sql<string>`null::text`, sql<number | null>`r.organization_id`);

function toItem(row: RegistrationRow) {
  const { id, organizationId, organizationName, name, number, authority, country, validUntil } = row;
  const { documentCount, revision, isRetired, today: day } = row;
  return {
    id,
    organizationId,
    organizationName,
    name,
    number,
    authority,
    country,
    validUntil,
    documentCount,
    revision,
    endsInDays: validUntil === null ? null : daysBetween(day, validUntil),
    state: registrationState({ validUntil, isRetired }, day),
  };
}

/** Returns one page of registrations and their number (HR-01); retired ones only if their state is requested. */
export async function listRegistrations(
  db: Kysely<DB>,
  reach: Reach,
  query: {
    readonly limit: number;
    readonly offset: number;
    readonly q?: string | undefined;
    readonly sort?: string | undefined;
    readonly organizationId?: number | undefined;
    readonly state?: RegistrationState | undefined;
    readonly due?: 'true' | undefined;
  },
) {
  const { state, organizationId, q, due } = query;
  const parts: RawBuilder<unknown>[] = [
    registrationsInArea(reach),
    state === undefined ? sql`r.retired_at is null` : sql`${registrationStateSql} = ${state}`,
  ];
  if (due) parts.push(sql`${registrationStateSql} in ('expired', 'expiring')`);
  if (organizationId !== undefined) parts.push(sql`r.organization_id = ${organizationId}`);
  if (q) {
    const like = containing(q.trim());
    parts.push(
      sql`(r.name ilike ${like} or r.number ilike ${like} or r.authority ilike ${like} or o.name ilike ${like})`,
    );
  }
  const where = sql.join(parts, sql` and `);
  const keys = {
    name: sql`lower(r.name)`,
    organization: sql`lower(o.name)`,
    country: sql`lower(r.country)`,
    validUntil: sql`r.valid_until`,
  };
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from ${from} where ${where}`.execute(db);
  const { rows } = await sql<RegistrationRow>`
    select ${columns} from ${from} where ${where}
    order by ${orderBy(query.sort, keys, 'organization', sql`lower(r.name), r.id`)} limit ${query.limit} offset ${query.offset}
  `.execute(db);
  return { rows: rows.map(toItem), total: counted[0]?.total ?? 0 };
}

interface DetailRow extends RegistrationRow {
  readonly address: string | null;
  readonly contactName: string | null;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  readonly retiredAt: Date | null;
  readonly retiredBy: string | null;
  readonly retiredReason: string | null;
}

/** Returns one registration of the reach with its details and documents (HR-01); NOT_FOUND for every other. */
export async function registrationView(db: Kysely<DB>, reach: Reach, id: number) {
  const { rows } = await sql<DetailRow>`
    select ${columns}, r.address, r.contact_name, r.contact_email, r.contact_phone, r.retired_at, r.retired_reason,
      nullif(concat_ws(' ', t.first_name, t.last_name), '') as retired_by
    from ${from} left join users t on t.id = r.retired_by where r.id = ${id} and ${registrationsInArea(reach)}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND', { reason: 'registration_not_found' });
  const { rows: documents } = await sql<{ id: number; title: string | null; isArchived: boolean }>`
    select d.id, d.title, d.archived_at is not null as is_archived from hr_documents d
    where d.registration_id = ${id} order by d.archived_at is not null, lower(d.title), d.id
  `.execute(db);
  const ids = documents.map((document) => document.id);
  const versions = ids.length === 0 ? [] : await readVersions(db, sql`v.document_id = any(${ids}::int[])`);
  const ofDocument = Map.groupBy(versions, ({ documentId }: VersionView) => documentId);
  const { address, contactName, contactEmail, contactPhone, retiredAt, retiredBy, retiredReason } = row;
  return {
    ...toItem(row),
    address,
    contactName,
    contactEmail,
    contactPhone,
    retiredAt,
    retiredBy,
    retiredReason,
    documents: documents.map((document) => ({
      ...document,
      title: document.title ?? '',
      versions: ofDocument.get(document.id) ?? [],
    })),
  };
}
