import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { accessReviewsContract as contract } from '#shared/contract/access-reviews.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { ReviewAnswer, ReviewFilter } from '#shared/domain/people/access-review.ts';
import type { Reach, Role } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { nameHas, nameOrEmailHas } from '#server/domains/people/people-filters.ts';
import { filterSql, linesSql, withAccessSql, type AccountFacts } from './review-accounts.ts';
import { instantOf, namesAt, organizationNameAt } from './reviews.queries.ts';
import type { StoredReview } from './reviews.store.ts';

/** An account of a review, as the contract takes it. */
export type ReviewedAccount = ResponseInput<typeof contract.accounts>['rows'][number];

interface Line {
  readonly userId: string;
  readonly facts: AccountFacts;
  readonly isNew: boolean;
  readonly changed: boolean | null;
  readonly answer: ReviewAnswer | null;
  readonly newRole: Role | null;
  readonly endedGrants: number[];
  readonly reason: string | null;
  readonly answeredBy: string | null;
  readonly answeredAt: Date | null;
  readonly outdated: boolean;
  readonly undecided: 'left' | 'own_account' | null;
  readonly seen: string;
  /** Whether the reader sees the email and the chain. */
  readonly emailShown: boolean;
}

/** The filters of the list of accounts. */
export interface AccountsQuery {
  readonly q?: string | undefined;
  readonly filter?: ReviewFilter | undefined;
}

/** SQL of the people with their present names, or those of the end of a review: the pages of a past one keep their order. */
const peopleAt = ({ endedAt }: StoredReview): RawBuilder<unknown> =>
  endedAt === null
    ? sql`users`
    : sql`(
        select w.id, case when h.user_id is null then w.first_name else h.first_name end as first_name,
          case when h.user_id is null then w.last_name else h.last_name end as last_name, coalesce(h.email, w.email) as email
        from users w left join lateral (
          select * from person_history h where h.user_id = w.id and h.replaced_at > ${endedAt} order by h.replaced_at limit 1
        ) h on true)`;

const key = sql`coalesce(lower(u.last_name), ''), coalesce(lower(u.first_name), ''), u.id`;

/**
 * Returns one page of the accounts of a review in the order of their names, after a given one; a page more is never read by its
 * number (AUTH-17).
 */
export async function readAccounts(
  db: Kysely<DB>,
  reach: Reach,
  review: StoredReview,
  {
    q,
    filter,
    after,
    limit,
  }: AccountsQuery & { readonly after?: string | undefined; readonly limit: number },
): Promise<{ readonly rows: ReviewedAccount[]; readonly next: string | null }> {
  const text = q?.trim() ?? '';
  const found = text === '' ? sql`true` : nameOrEmailHas(text);
  const further =
    after === undefined
      ? sql`true`
      : sql`(${key}) > (select ${key} from ${peopleAt(review)} u where u.id = ${after})`;
  const conditions = [found, further];
  if (text !== '') conditions.push(sql`(${emailShownSql(reach)} or ${nameHas(text)})`);
  if (filter) conditions.push(filterSql(filter, instantOf(review)));
  // Only who sees every organization sees an open review. Its page is known before the facts, unless these decide who is on it.
  const people = withAccessSql(review.organizationId);
  const onPage = sql`select u.* from (${people}) u where ${found} and ${further} order by ${key} limit ${limit + 1}`;
  const { rows } = await sql<Line>`
    select l.user_id, l.facts, l.opened is null as is_new, l.changed, l.answer, l.new_role, l.ended_grants, l.reason, l.answered_by,
      l.answered_at, l.outdated, l.undecided, l.seen, ${emailShownSql(reach)} as email_shown
    from (${linesSql(review, filter ? people : onPage)}) l
    cross join lateral (select * from ${peopleAt(review)} u where u.id = l.user_id offset 0) u
    where ${sql.join(conditions, sql` and `)} order by ${key} limit ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit);
  return {
    rows: await named(
      db,
      page.map((line) => withinReach(reach, line)),
      review,
    ),
    next: rows.length > limit ? (page.at(-1)?.userId ?? null) : null,
  };
}

/** All accounts, a page at a time, for a file. */
export async function* accountsInBatches(
  db: Kysely<DB>,
  reach: Reach,
  review: StoredReview,
  query: AccountsQuery,
) {
  let after: string | undefined;
  do {
    const { rows, next } = await readAccounts(db, reach, review, { ...query, after, limit: 500 });
    yield rows;
    after = next ?? undefined;
  } while (after !== undefined);
}

/**
 * SQL over `l`: may the reader see the email and the signing identity of an account (AUTH-14)? People without an organization are
 * in every review. Readers who do not see every organization may see them only if these people have a displayed grant or
 * administer the installation.
 */
const emailShownSql = (reach: Reach) =>
  reach.all
    ? sql<boolean>`true`
    : sql<boolean>`(l.facts ->> 'organizationId' is not null or l.facts ->> 'role' = 'admin' or exists (
        select 1 from jsonb_array_elements(l.facts -> 'grants') g
        where (g ->> 'organizationId')::int = any(${[...reach.organizationIds]}::int[])))`;

/** Returns the part of an account that a reader may see: without organizations out of reach (AUTH-14). */
function withinReach(reach: Reach, line: Line): Line {
  if (reach.all) return line;
  const grants = line.facts.grants.filter(({ organizationId }) =>
    reach.organizationIds.includes(organizationId),
  );
  const chain = line.emailShown ? line.facts.chain : [];
  return {
    ...line,
    facts: { ...line.facts, grants, chain },
    endedGrants: line.endedGrants.filter((id) => grants.some((grant) => grant.id === id)),
  };
}

/** Replaces ids with names. */
async function named(
  db: Kysely<DB>,
  lines: readonly Line[],
  { endedAt }: StoredReview,
): Promise<ReviewedAccount[]> {
  const people = lines.flatMap(({ userId, answeredBy, facts: { managerId, roleGivenBy, grants, chain } }) => [
    userId,
    answeredBy,
    managerId,
    roleGivenBy ?? null,
    ...grants.map(({ grantedBy }) => grantedBy),
    ...chain.flatMap(({ causedBy, confirmedBy }) => [causedBy, confirmedBy]),
  ]);
  const names = await namesAt(
    db,
    people.filter((id) => id !== null),
    endedAt,
  );
  const organizations = await organizationNames(
    db,
    lines
      .flatMap(({ facts }) => [
        facts.organizationId,
        ...facts.grants.map(({ organizationId }) => organizationId),
      ])
      .filter((id) => id !== null),
    endedAt,
  );
  const nameOf = (id: string | null): string | null => (id === null ? null : (names.get(id)?.name ?? null));
  return lines.map(({ userId, facts, isNew, changed, answeredBy, emailShown, ...line }) => {
    const person = names.get(userId);
    const {
      managerId,
      organizationId,
      grants,
      chain,
      roleGivenBy = null,
      roleSince = null,
      ...plain
    } = facts;
    return {
      userId,
      // The list names people without a name by their email.
      name: !person || (!emailShown && person.name === person.email) ? userId : person.name,
      email: emailShown ? (person?.email ?? '') : '',
      ...plain,
      organizationName: organizationId === null ? null : (organizations.get(organizationId) ?? null),
      managerName: nameOf(managerId),
      roleGivenByName: nameOf(roleGivenBy),
      roleSince,
      grants: grants.map(({ grantedBy, organizationId: of, ...grant }) => ({
        ...grant,
        organizationName: organizations.get(of) ?? '',
        grantedByName: nameOf(grantedBy),
      })),
      chain: chain.map(({ causedBy, confirmedBy, ...link }) => ({
        ...link,
        causedByName: nameOf(causedBy),
        confirmedByName: nameOf(confirmedBy),
      })),
      since: isNew ? ('added' as const) : changed === true ? ('changed' as const) : ('same' as const),
      ...line,
      answeredByName: nameOf(answeredBy),
    };
  });
}

async function organizationNames(
  db: Kysely<DB>,
  ids: readonly number[],
  at: Date | null,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select o.id, ${organizationNameAt(sql`${at}::timestamptz`)} as name from organizations o where id = any(${[...new Set(ids)]}::int[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
