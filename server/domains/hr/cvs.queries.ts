import { sql, type Kysely, type RawBuilder } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { CV_EXPIRING_DAYS, cvState, cvStates, cvStatesToActOn, type CvState } from '#shared/domain/hr/cvs.ts';
import type { DB } from '#server/db/db.d.ts';
import { currentCvs } from '#server/domains/assignments/index.ts';
import { nameOrEmailHas } from '#server/domains/people/index.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { orderBy } from '#server/platform/http/order-by.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import type { Services } from '#server/platform/services.ts';
import { fileUrl, readVersions } from './documents.queries.ts';
import {
  countPeopleHere,
  personColumns,
  personJoins,
  toHrPerson,
  todayOfPerson,
  type HrPersonRow,
} from './people.ts';
import { shownSignature, signaturesOf } from './signed-records.ts';

/** The filters of CVs (HR-02). */
export interface CvFilter {
  readonly q?: string | undefined;
  readonly organizationId?: number | undefined;
  readonly state?: CvState | undefined;
  readonly due?: 'true' | undefined;
  readonly userIds?: readonly string[] | undefined;
}

/** {@link cvState} in SQL, over {@link cvFrom}; a test compares both on the same cases. */
export const cvStateSql = sql<CvState>`case
  when d.current_version_id is null then 'missing'
  when s.valid_until is null then 'waiting'
  when s.valid_until < ${todayOfPerson} then 'expired'
  when s.valid_until - ${todayOfPerson} <= ${sql.lit(CV_EXPIRING_DAYS)} then 'expiring'
  else 'current' end`;

const oneOf = (states: readonly CvState[]) => sql.join(states.map((state) => sql.lit(state)));

/** SQL of the zone in which a version of a CV was signed. */
export const signedZoneSql = (versionId: RawBuilder<unknown>): RawBuilder<string | null> => sql<
  string | null
>`
  (select g.time_zone from signatures g where g.hr_document_version_id = ${versionId} order by g.id limit 1)`;

const cvJoins = sql`${personJoins}
  left join hr_documents d on d.person_id = u.id
  left join hr_document_versions s on s.id = d.signed_version_id`;

/** Everybody with the CV, where there is one, and its newest signed version `s`. */
export const cvFrom = sql`users u ${cvJoins}`;

/** Returns the condition of a filter within a reach: a CV is requested only of people who are here. */
export function cvConditions(reach: Reach, filter: CvFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [
    sql`u.erased_at is null and u.is_active`,
    withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`),
  ];
  if (filter.organizationId !== undefined) parts.push(sql`u.organization_id = ${filter.organizationId}`);
  if (filter.userIds) parts.push(sql`u.id = any(${[...filter.userIds]}::text[])`);
  if (filter.state !== undefined) parts.push(sql`${cvStateSql} = ${filter.state}`);
  // The same for every zone, so that an index finds the few people of whom the state is worked out: no zone is more than a day ahead of UTC.
  if (filter.state === 'expired') parts.push(sql`s.valid_until <= today_in('UTC')`);
  if (filter.due) parts.push(sql`${cvStateSql} in (${oneOf(cvStatesToActOn)})`);
  if (filter.q) parts.push(nameOrEmailHas(filter.q.trim()));
  return sql.join(parts, sql` and `);
}

interface CvRow extends HrPersonRow {
  readonly state: CvState;
  readonly currentVersionId: number | null;
  readonly signedVersionId: number | null;
  readonly version: number | null;
  readonly signedAt: Date | null;
  readonly signedTimeZone: string | null;
  readonly validUntil: string | null;
  readonly requestedAt: Date | null;
}

const requestedAt = sql`(select max(r.requested_at) from hr_cv_requests r where r.user_id = u.id and r.fulfilled_at is null and r.withdrawn_at is null)`;
const byName = sql`lower(u.last_name), lower(u.first_name), u.id`;
const stateRank = sql`array_position(array[${oneOf(cvStates)}]::text[], ${cvStateSql})`;

/** Returns one page of CVs and how many there are (HR-02). */
export async function listCvs(
  db: Kysely<DB>,
  reach: Reach,
  query: CvFilter & { readonly limit: number; readonly offset: number; readonly sort?: string | undefined },
): Promise<{ readonly rows: ReturnType<typeof toItem>[]; readonly total: number }> {
  const where = cvConditions(reach, query);
  const keys = {
    name: sql`lower(u.last_name)`,
    state: stateRank,
    validUntil: sql`s.valid_until`,
    organization: sql`lower(o.name)`,
  };
  const order = orderBy(query.sort, keys, 'name', byName);
  const shown = sql`${personColumns}, ${cvStateSql} as state, d.current_version_id, d.signed_version_id, s.signed_at, ${signedZoneSql(sql`s.id`)} as signed_time_zone, s.valid_until,
    (select v.number from hr_document_versions v where v.id = d.current_version_id) as version, ${requestedAt} as requested_at`;
  const page = sql`order by ${order} limit ${query.limit} offset ${query.offset}`;
  // Planning a page costs more than its fifty rows, and its texts are few: filters and orders.
  if (reach.all && isOfPlaceOnly(query)) {
    const [rows, total] = await Promise.all([
      queryPrepared(db, 'cvs.page', sql<CvRow>`select ${shown} from ${cvFrom} where ${where} ${page}`),
      countPeopleHere(db, query.organizationId),
    ]);
    return { rows: rows.map(toItem), total };
  }
  const lengths = reach.all && followsNames(query) ? await cvFigures(db, reach, query) : undefined;
  const length = lengths && statesOf(query).reduce((sum, state) => sum + lengths.states[state], 0);
  // So many people are passed until the page is full; where that is less than all matches, the page is read along the index of names.
  if (lengths && length && (query.offset + query.limit) * lengths.total < length ** 2) {
    const isShown = sql.join(statesOf(query).map((state) => sql.lit(state)));
    const place = cvConditions(reach, { organizationId: query.organizationId });
    // As a CASE, of which the planner expects that half of the people match: it expects one in two hundred of the state alone, and sorts everybody.
    const rows = await queryPrepared(
      db,
      'cvs.along',
      sql<CvRow>`select ${shown} from ${cvFrom} where ${place} and case when ${cvStateSql} in (${isShown}) then true else false end ${page}`,
    );
    return { rows: rows.map(toItem), total: length };
  }
  // Matches are found once for page and length, because the planner must not follow the order of names for them; only the page is filled.
  const rows = await queryPrepared(
    db,
    'cvs.found',
    sql<CvRow & { readonly total: number }>`
    with matches as materialized (select u.id from ${cvFrom} where ${where}),
    page as materialized (select u.id from matches join users u on u.id = matches.id ${cvJoins} ${page})
    select ${shown}, (select count(*)::int from matches) as total
    from page join users u on u.id = page.id ${cvJoins} order by ${order}`,
  );
  // Beyond the last page there is no row with the length.
  const total =
    rows[0]?.total ?? (query.offset === 0 ? 0 : (await listCvs(db, reach, { ...query, offset: 0 })).total);
  return { rows: rows.map(toItem), total };
}

/** Returns whether a list has everybody, or everybody of an organization. */
const isOfPlaceOnly = ({ q, userIds, state, due }: CvFilter): boolean => !q && !userIds && !state && !due;

/** Returns whether a list has the people in some states in the order of their names. */
const followsNames = ({ q, userIds, state, due, sort }: CvFilter & { readonly sort?: string | undefined }) =>
  !q && !userIds && (state ?? due) !== undefined && (sort ?? 'name') === 'name';

const toActOn: readonly CvState[] = cvStatesToActOn;

/** Returns the states of the people of a list. */
const statesOf = ({ state, due }: CvFilter): readonly CvState[] =>
  cvStates.filter((one) => (state ?? one) === one && (!due || toActOn.includes(one)));

function toItem(row: CvRow) {
  const shown = row.signedVersionId ?? row.currentVersionId;
  return {
    ...toHrPerson(row),
    state: row.state,
    version: row.version,
    signedAt: row.signedAt,
    signedTimeZone: row.signedTimeZone,
    validUntil: row.validUntil,
    waitingForSignature: row.currentVersionId !== row.signedVersionId,
    requestedAt: row.requestedAt,
    url: shown === null ? null : fileUrl(shown),
  };
}

/**
 * Returns SQL of how many people of whole organizations have a CV in each state, by organization, from the maintained sums of CVs with the
 * same last day.
 */
export function cvCounts(
  reach: Reach,
  { organizationId }: Pick<CvFilter, 'organizationId'>,
): RawBuilder<unknown> {
  const visible = withinReach(reach, sql<string>`null::text`, sql<number | null>`organization_id`);
  const place = organizationId === undefined ? sql`true` : sql`organization_id = ${organizationId}`;
  return sql`
    select u.organization_id, ${cvStateSql} as state, sum(u.people)::int as people
    from (${currentCvs(sql`${visible} and ${place}`)}) u
    left join organizations o on o.id = u.organization_id
    cross join lateral (select case when u.is_uploaded then 1 end as current_version_id) d
    cross join lateral (select u.valid_until) s
    group by 1, 2`;
}

/** Returns how many people have a CV in each state (HR-02). */
export async function cvFigures(
  db: Kysely<DB>,
  reach: Reach,
  filter: Pick<CvFilter, 'organizationId'>,
): Promise<{ readonly total: number; readonly states: Record<CvState, number> }> {
  const rows = await queryPrepared(
    db,
    'cvs.states',
    sql<{ organizationId: number | null; state: CvState; people: number }>`${cvCounts(reach, filter)}`,
  );
  const states = Object.fromEntries(cvStates.map((state) => [state, 0])) as Record<CvState, number>;
  for (const { state, people } of rows) states[state] += people;
  return { total: rows.reduce((sum, { people }) => sum + people, 0), states };
}

/**
 * Returns a person's CV with its history and recomputed signatures, for the owner and for readers with this reach (HR-02, HR-05).
 * Errors: NOT_FOUND.
 */
export async function cvOfPerson(services: Services, db: Kysely<DB>, reach: Reach, userId: string) {
  const { rows } = await sql<
    HrPersonRow & {
      documentId: number | null;
      validUntil: string | null;
      today: string;
      requestedAt: Date | null;
    }
  >`
    select ${personColumns}, d.id as document_id, s.valid_until, ${todayOfPerson} as today, ${requestedAt} as requested_at
    from ${cvFrom} where u.id = ${userId}
      and ${withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND', { reason: 'user_not_found' });
  const versions =
    row.documentId === null ? [] : await readVersions(db, sql`v.document_id = ${row.documentId}`);
  const signed = versions.filter((version) => version.signedAt !== null).map(({ id }) => id);
  const signatures = await signaturesOf(services.config, db, 'hr_document_versions', signed);
  const state = cvState({ uploaded: versions.length > 0, validUntil: row.validUntil }, row.today);
  return {
    person: toHrPerson(row),
    state,
    validUntil: row.validUntil,
    requestedAt: row.requestedAt,
    statement: versions[0]?.signedAt === null ? ('cv_is_mine' as const) : null,
    versions: versions.map((version) => ({
      ...version,
      signature: shownSignature(signatures.get(version.id)),
    })),
  };
}
