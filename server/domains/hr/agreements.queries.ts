import { sql, type Kysely, type RawBuilder } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { noReach, resolveReach, type AccessSubject, type Reach } from '#shared/domain/access/permissions.ts';
import { daysBetween } from '#shared/domain/calendar/calendar.ts';
import {
  agreementState,
  agreementStates,
  judgeMove,
  lastDayOf,
  MIN_WARNING_DAYS,
  sidesToSign,
  statementOfSide,
  type AgreementKind,
  type AgreementSide,
  type AgreementState,
  type AgreementStatus,
} from '#shared/domain/hr/agreements.ts';
import { fullName } from '#shared/domain/people/names.ts';
import type { DB } from '#server/db/db.d.ts';
import { nameOrEmailHas } from '#server/domains/people/index.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { containing, orderBy } from '#server/platform/http/order-by.ts';
import { meaningsOfSide } from './signed-records.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';

/** An agreement as the database gives it, with today where its organization is. */
export interface AgreementRow {
  readonly id: number;
  readonly organizationId: number;
  readonly organizationName: string;
  readonly title: string;
  readonly kind: AgreementKind;
  readonly status: AgreementStatus;
  readonly partyUserId: string | null;
  readonly partyName: string | null;
  readonly partyEmail: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly userEmail: string | null;
  readonly startsOn: string;
  readonly endsOn: string | null;
  readonly noticeDays: number;
  /** Last day after a notice. */
  readonly terminatesOn: string | null;
  readonly noticeGivenAt: Date | null;
  readonly noticeGivenBy: string | null;
  readonly noticeReason: string | null;
  readonly declinedAt: Date | null;
  readonly declinedReason: string | null;
  readonly sentAt: Date | null;
  readonly activatedAt: Date | null;
  readonly terminatedAt: Date | null;
  /** The day of that where the organization is. */
  readonly terminatedOn: string | null;
  readonly terminatedBy: string | null;
  readonly terminatedReason: string | null;
  readonly documentId: number;
  readonly versionId: number | null;
  readonly versionNumber: number | null;
  readonly revision: number;
  readonly meanings: readonly string[];
  readonly today: string;
}

const today = sql<string>`today_in(o.time_zone)`;

const terminatedOn = sql<string | null>`(a.terminated_at at time zone o.time_zone)::date`;

const from = sql`hr_agreements a
  join organizations o on o.id = a.organization_id
  join hr_documents d on d.agreement_id = a.id
  left join hr_document_versions v on v.id = d.current_version_id
  left join users p on p.id = a.party_user_id
  left join users t on t.id = a.terminated_by
  left join users n on n.id = a.notice_given_by`;

const columns = sql`a.id, a.organization_id, o.name as organization_name, a.title, a.kind, a.status, a.party_user_id, a.party_name,
  a.party_email, p.first_name, p.last_name, p.email as user_email, a.starts_on, a.ends_on, a.notice_days, a.sent_at,
  a.activated_at, a.terminated_at, ${terminatedOn} as terminated_on, nullif(concat_ws(' ', t.first_name, t.last_name), '') as terminated_by, a.terminated_reason,
  a.terminates_on, a.notice_given_at, nullif(concat_ws(' ', n.first_name, n.last_name), '') as notice_given_by, a.notice_reason,
  a.declined_at, a.declined_reason, d.id as document_id, v.id as version_id, v.number as version_number, a.revision, ${today} as today,
  array(select s.meaning_code from signatures s where s.hr_agreement_id = a.id) as meanings`;

/** {@link agreementState} in SQL; a test compares both on the same cases. */
export const agreementStateSql = sql<AgreementState>`case
  when a.status <> 'active' then a.status
  when ${today} < a.starts_on then 'starting'
  when a.terminates_on is not null then case when a.terminates_on < ${today} then 'terminated' else 'ending' end
  when a.ends_on is null then 'active'
  when a.ends_on < ${today} then 'expired'
  when a.ends_on - greatest(a.notice_days, ${sql.lit(MIN_WARNING_DAYS)}) <= ${today} then 'expiring'
  else 'active' end`;

/** A reach of agreements; drafts are seen in a part of it alone (INS-01). */
export interface AgreementReach extends Reach {
  /** Left out: everywhere. */
  readonly draftsOf?: Reach | undefined;
}

/** Returns the reach of a person who reads agreements: an inspection does not include drafts (INS-01). */
export const agreementReach = (subject: AccessSubject, reach: Reach): AgreementReach => ({
  ...reach,
  draftsOf: resolveReach(subject, 'hr.view') ?? noReach,
});

const ofOrganization = (reach: Reach) =>
  withinReach({ ...reach, self: null }, sql<string>`null::text`, sql<number | null>`a.organization_id`);

/** Agreements of the area: hr of the organization and administrators, and inspectors whose inspection includes them. */
function inArea(reach: AgreementReach): RawBuilder<boolean> {
  const area = ofOrganization(reach);
  if (reach.draftsOf === undefined) return area;
  return sql<boolean>`(${area} and (a.status <> 'draft' or ${ofOrganization(reach.draftsOf)}))`;
}

/**
 * SQL condition: may the reader see an agreement? It includes {@link inArea}, and the party once the agreement was sent (HR-05).
 */
function visible(reach: AgreementReach): RawBuilder<boolean> {
  if (reach.self === null) return inArea(reach);
  return sql<boolean>`(${inArea(reach)} or (a.party_user_id = ${reach.self} and a.sent_at is not null and a.status <> 'draft'))`;
}

/** Returns the name of the other party. */
export const partyOf = (row: AgreementRow): string =>
  row.partyUserId === null ? (row.partyName ?? '') : fullName(row) || (row.userEmail ?? '');

/** Returns the sides that have signed with these meanings. */
const sidesOf = (meanings: readonly string[]): AgreementSide[] =>
  (['organization', 'party'] as const).filter((side) =>
    meaningsOfSide[side].some((code) => meanings.includes(code)),
  );

/** Returns the list form of an agreement. */
export function toItem(row: AgreementRow) {
  const { id, title, kind, organizationId, organizationName, partyUserId, startsOn, endsOn } = row;
  const lastDay = lastDayOf(row);
  return {
    id,
    title,
    kind,
    state: agreementState(row, row.today),
    organizationId,
    organizationName,
    partyName: partyOf(row),
    partyEmail: partyUserId === null ? row.partyEmail : row.userEmail,
    partyUserId,
    startsOn,
    endsOn,
    noticeDays: row.noticeDays,
    terminatesOn: row.terminatesOn,
    terminatedOn: row.terminatedOn,
    endsInDays: lastDay === null ? null : daysBetween(row.today, lastDay),
    startsInDays: daysBetween(row.today, startsOn),
    versionId: row.versionId,
    versionNumber: row.versionNumber,
    signed: sidesOf(row.meanings),
    signedCopyUrl: row.activatedAt === null ? null : `/api/hr/agreements/${String(id)}/signed-copy`,
    revision: row.revision,
  };
}

/** The filters of agreements (HR-03). */
export interface AgreementFilter {
  readonly q?: string | undefined;
  readonly organizationId?: number | undefined;
  readonly kind?: AgreementKind | undefined;
  readonly state?: AgreementState | undefined;
  readonly tab?: 'open' | 'ended' | undefined;
}

const partySql = sql`coalesce(a.party_name, concat_ws(' ', p.first_name, p.last_name))`;

/** The text of `hr_agreements_search_index`, to the letter; a party with an account is found by the index of people. */
const searchText = sql`lower(a.title || chr(10) || coalesce(a.party_name, '') || chr(10) || coalesce(a.party_email, ''))`;

/** Returns the condition of a filter within a reach. */
function conditions(reach: AgreementReach, filter: AgreementFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [inArea(reach)];
  if (filter.organizationId !== undefined) parts.push(sql`a.organization_id = ${filter.organizationId}`);
  if (filter.kind !== undefined) parts.push(sql`a.kind = ${filter.kind}`);
  if (filter.state !== undefined) parts.push(sql`${agreementStateSql} = ${filter.state}`);
  const ended = sql`${agreementStateSql} in ('expired', 'terminated')`;
  if (filter.tab !== undefined) parts.push(filter.tab === 'ended' ? ended : sql`not ${ended}`);
  if (filter.q) {
    const q = filter.q.trim();
    parts.push(sql`a.id in (
      select a.id from hr_agreements a where ${searchText} like lower(${containing(q)})
      union all
      select a.id from users u join hr_agreements a on a.party_user_id = u.id where ${nameOrEmailHas(q)})`);
  }
  return sql.join(parts, sql` and `);
}

/** Returns one page of agreements and how many there are (HR-03). */
export async function listAgreements(
  db: Kysely<DB>,
  reach: AgreementReach,
  query: AgreementFilter & {
    readonly limit: number;
    readonly offset: number;
    readonly sort?: string | undefined;
  },
) {
  const where = conditions(reach, query);
  const keys = {
    title: sql`lower(a.title)`,
    party: sql`lower(${partySql})`,
    startsOn: sql`a.starts_on`,
    endsOn: sql`coalesce(${terminatedOn}, a.terminates_on, a.ends_on)`,
  };
  // The party's account is looked at only for its name.
  const looked =
    query.sort?.replace(/^-/, '') === 'party' ? sql`left join users p on p.id = a.party_user_id` : sql``;
  const found = sql`hr_agreements a join organizations o on o.id = a.organization_id ${looked} where ${where}`;
  const order = orderBy(query.sort, keys, 'endsOn', sql`a.id`);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from ${found}`.execute(db);
  const rows = await queryPrepared(
    db,
    'hr.agreements',
    sql<AgreementRow>`
    with page as materialized (
      select a.id, row_number() over () as place from (
        select a.id from ${found} order by ${order} limit ${query.limit} offset ${query.offset}) a
    )
    select ${columns} from page join (${from}) on a.id = page.id order by page.place
  `,
  );
  return { rows: rows.map(toItem), total: counted[0]?.total ?? 0 };
}

/** Returns how many agreements are in each state (HR-03). */
export async function agreementFigures(
  db: Kysely<DB>,
  reach: Reach,
  filter: Pick<AgreementFilter, 'organizationId' | 'kind'>,
): Promise<{ readonly total: number; readonly states: Record<AgreementState, number> }> {
  const { rows } = await sql<{ state: AgreementState; agreements: number }>`
    select ${agreementStateSql} as state, count(*)::int as agreements
    from hr_agreements a join organizations o on o.id = a.organization_id where ${conditions(reach, filter)} group by 1
  `.execute(db);
  const states = Object.fromEntries(agreementStates.map((state) => [state, 0])) as Record<
    AgreementState,
    number
  >;
  for (const { state, agreements } of rows) states[state] = agreements;
  return { total: rows.reduce((sum, { agreements }) => sum + agreements, 0), states };
}

/** Returns the agreements that a person must sign or has signed as a party (HR-03). */
export async function agreementsOfParty(db: Kysely<DB>, userId: string) {
  const { rows } = await sql<AgreementRow>`
    select ${columns} from ${from} where a.party_user_id = ${userId} and a.sent_at is not null and a.status <> 'draft'
    order by a.sent_at desc, a.id limit 200
  `.execute(db);
  return rows.map((row) => {
    const facts = { ...row, hasDocument: row.versionId !== null, signatures: row.meanings.length };
    const open = !sidesOf(row.meanings).includes('party') && judgeMove('sign', facts, row.today) === null;
    return { ...toItem(row), statement: open ? statementOfSide('party', true) : null };
  });
}

/** Returns one agreement of the reach, locked if it will be changed; NOT_FOUND for every other. */
export async function findAgreement(
  db: Kysely<DB>,
  reach: AgreementReach,
  id: number,
  options: { readonly lock?: true; readonly area?: true } = {},
): Promise<AgreementRow> {
  if (options.lock) await sql`select 1 from hr_agreements where id = ${id} for update`.execute(db);
  const { rows } = await sql<AgreementRow>`
    select ${columns} from ${from} where a.id = ${id} and ${options.area ? inArea(reach) : visible(reach)}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND', { reason: 'agreement_not_found' });
  return row;
}

/** Returns whether the reach includes an organization's area, and so the person acts for the organization. */
export const actsFor = (reach: Reach, organizationId: number): boolean =>
  reach.all || reach.organizationIds.includes(organizationId);

/** Returns the side for which a person would sign now; the party never signs for the organization too (HR-03). */
export function sideToSign(reach: Reach, userId: string, row: AgreementRow): AgreementSide | null {
  const signed = sidesOf(row.meanings);
  const side: AgreementSide | null =
    row.partyUserId === userId ? 'party' : actsFor(reach, row.organizationId) ? 'organization' : null;
  if (side === null || signed.includes(side)) return null;
  return sidesToSign(row.partyUserId !== null).includes(side) ? side : null;
}
