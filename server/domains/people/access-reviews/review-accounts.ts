import { sql, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { LONG_UNUSED_DAYS, type ReviewFilter } from '#shared/domain/people/access-review.ts';
import type { GrantKind, Role } from '#shared/domain/access/permissions.ts';
import type { ClosureCause, SigningOpening } from '#shared/domain/signatures/signing-identity.ts';

/** A running grant in the facts of an account; people and organizations by their ids, because an erasure replaces names (USR-08). */
export interface GrantFact {
  readonly id: number;
  readonly kind: GrantKind;
  readonly organizationId: number;
  readonly validUntil: string | null;
  readonly grantedBy: string | null;
}

/** One act of another person on an account, and the later proof of its person's identity (SIG-05). */
export interface ChainFact {
  readonly cause: ClosureCause;
  readonly causedAt: string;
  readonly causedBy: string | null;
  readonly openedAt: string | null;
  readonly opening: SigningOpening | null;
  readonly confirmedBy: string | null;
}

/** The basis of an answer (AUTH-17): if one of these facts changes, the account needs a new answer. */
export interface BasisFacts {
  readonly role: Role;
  readonly organizationId: number | null;
  readonly managerId: string | null;
  readonly grants: readonly GrantFact[];
  readonly secondFactor: boolean;
  readonly chain: readonly ChainFact[];
  /** Another person set the credentials with which the person signs, and only another person confirmed the identity. */
  readonly flagged: boolean;
}

/** The facts of an account; those in addition to the basis change with its use alone. */
export interface AccountFacts extends BasisFacts {
  readonly lastSignInAt: string | null;
  /** The time at which the password was chosen or issued; null for accounts without one. */
  readonly credentialAt: string | null;
  readonly createdAt: string;
  /** The person who gave the account its role, and the time; null if nobody is recorded, and in older reviews. */
  readonly roleGivenBy?: string | null;
  readonly roleSince?: string | null;
}

const text = (instant: RawBuilder<unknown>) => sql`audit.instant_text(${instant})`;

/**
 * Acts that set the credentials that a person signs with. Creating an account is not one of them, because every account starts
 * that way. Nor is a name, because it is not a credential.
 */
const settingCauses = sql`('credential_issued', 'email_changed', 'authenticator_reset', 'link_elsewhere')`;

const isFlagged = sql`c.cause in ${settingCauses} and (c.opened_at is null or c.opening in ('second_person', 'new_account'))`;

/** SQL of the running grants of a person `u`; null if there are none. */
const grantsOf = sql`
  select jsonb_agg(jsonb_build_object('id', g.id, 'kind', g.kind, 'organizationId', g.organization_id,
    'validUntil', ${text(sql`g.valid_until`)}, 'grantedBy', g.granted_by) order by g.id)
  from user_grants g where g.user_id = u.id and g.revoked_at is null and (g.valid_until is null or g.valid_until > app_now())`;

/** SQL of the acts on the account of a person `u` by others; null if there are none. */
const chainOf = sql`
  select jsonb_agg(jsonb_build_object('cause', c.cause, 'causedAt', ${text(sql`c.caused_at`)}, 'causedBy', c.caused_by,
    'openedAt', ${text(sql`c.opened_at`)}, 'opening', c.opening, 'confirmedBy', s.confirmed_by) order by c.id)
  from signing_closures c left join signing_confirmations s on s.id = c.confirmation_id where c.user_id = u.id`;

/**
 * SQL of the people whose active accounts have access to an organization now, as rows of `users` (AUTH-17): its people, everyone who holds a
 * grant for it, direct and indirect managers of its people, and administrators, who reach every organization. People without an
 * organization are included too, so that every account is in a review. `only` is a further condition over `w.id`. Each kind is found along
 * its index; in one condition with `or` the planner reads everybody of the installation (PERF-03).
 */
export const withAccessSql = (
  organizationId: number,
  only: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`
  select u.* from (
    select id from users where organization_id = ${organizationId}
    union select id from users where organization_id is null
    union select id from users where role = 'admin'
    union select id from managers_above(${organizationId}) m (id)
    union select user_id from user_grants
      where organization_id = ${organizationId} and revoked_at is null and (valid_until is null or valid_until > app_now())
  ) w
  cross join lateral (select * from users where id = w.id offset 0) u
  where ${isActivePerson('u')} and not exists (select from organizations o where o.id = u.organization_id and not o.is_active) and ${only}`;

/** SQL of since when a person `u` has had the role without a break, and of who gave it: the actor of the command that started the period. */
const roleGiven = sql`
  select c.actor_id as by, n.valid_from as since
  from user_periods n
  left join audit.events e on e.object_type = 'user_periods' and e.object_id = n.id::text and e.kind = 'insert'
  left join audit.events c on c.id = e.command_id
  where n.user_id = u.id and n.role = u.role
    and not exists (select from user_periods m where m.user_id = u.id and m.role <> u.role and m.valid_from > n.valid_from)
  order by n.valid_from limit 1`;

/** Facts that are only shown, of a person `u` and what {@link roleGiven} found. */
const shownFacts = sql`, 'credentialAt', case when u.password_hash is not null then ${text(sql`coalesce(u.password_changed_at,
  (select max(t.issued_at) from temporary_credentials t where t.user_id = u.id), u.created_at)`)} end,
  'roleGivenBy', given.by, 'roleSince', ${text(sql`given.since`)}`;

/**
 * SQL of the accounts of people, who are rows of `users`. Offset 0 prevents the planner from computing every fact again wherever it is
 * named.
 *
 * @param shown false if the accounts are only counted: without the facts that no filter and no hash looks at
 */
export const accountsSql = (people: RawBuilder<unknown>, shown = true) => sql`
  select a.*, a.basis || a.use as facts, encode(sha256(convert_to(a.basis::text, 'UTF8')), 'hex') as basis_hash
  from (
    select u.id as user_id,
      jsonb_build_object('role', u.role, 'organizationId', u.organization_id, 'managerId', u.manager_id,
        'grants', coalesce((${grantsOf}), '[]'), 'secondFactor', exists (select 1 from authenticators t where t.user_id = u.id and t.confirmed_at is not null)
          or exists (select 1 from passkeys k where k.user_id = u.id and k.revoked_at is null),
        'chain', coalesce((${chainOf}), '[]'), 'flagged', exists (select from signing_closures c where c.user_id = u.id and ${isFlagged})) as basis,
      u.last_sign_in_at, u.created_at, jsonb_build_object('lastSignInAt', ${text(sql`u.last_sign_in_at`)}, 'createdAt', ${text(sql`u.created_at`)}
        ${shown ? shownFacts : sql``}) as use
    from (${people}) u
    ${shown ? sql`left join lateral (${roleGiven}) given on true` : sql``}
    offset 0
  ) a`;

/**
 * SQL of each filter, over the lines of {@link linesSql}. It reads the basis and two times, because it takes longer to write all facts of
 * an account as JSON. `at` is the instant at which an account counts as long unused or not.
 */
export const filterSql = (filter: ReviewFilter, at: RawBuilder<unknown>): RawBuilder<boolean> => {
  const conditions: Readonly<Record<ReviewFilter, RawBuilder<boolean>>> = {
    open: sql<boolean>`l.answer is null`,
    decided: sql<boolean>`l.answer in ('change', 'end')`,
    flagged: sql<boolean>`(l.basis ->> 'flagged')::boolean`,
    changed: sql<boolean>`(l.opened is null or l.changed)`,
    privileged: sql<boolean>`(l.basis ->> 'role' <> 'learner' or jsonb_array_length(l.basis -> 'grants') > 0)`,
    noSecondFactor: sql<boolean>`not (l.basis ->> 'secondFactor')::boolean`,
    neverSignedIn: sql<boolean>`l.last_sign_in_at is null`,
    longUnused: sql<boolean>`coalesce(l.last_sign_in_at, l.created_at) < ${at} - make_interval(days => ${LONG_UNUSED_DAYS})`,
  };
  return conditions[filter];
};

/** Returns SQL of the part of the facts on which answers depend. */
const basisOf = (facts: RawBuilder<unknown>) =>
  sql`(${facts} - 'lastSignInAt' - 'credentialAt' - 'createdAt' - 'roleGivenBy' - 'roleSince')`;

/**
 * SQL of the lines of a review. While it is open, these are the current accounts, each with its answer if that is still valid.
 * Afterwards they are the accounts at its end. `people` are those of an open review, rows of `users`; `shown` is that of
 * {@link accountsSql}. `seen` is what an answer names, so that an answer counts only for the state that was seen.
 */
export const linesSql = (
  review: {
    readonly id: number;
    readonly organizationId: number;
    readonly state: 'open' | 'signed' | 'cancelled';
  },
  people: RawBuilder<unknown> = withAccessSql(review.organizationId),
  shown = true,
): RawBuilder<unknown> => {
  if (review.state !== 'open')
    return sql`
      select i.user_id, f.facts, f.facts as basis, (f.facts ->> 'lastSignInAt')::timestamptz as last_sign_in_at,
        (f.facts ->> 'createdAt')::timestamptz as created_at, i.opened, i.answer, i.new_role, i.ended_grants, i.reason, i.answered_by,
        i.answered_at, i.undecided, false as outdated, '' as seen,
        ${basisOf(sql`f.facts`)} <> ${basisOf(sql`i.opened`)} as changed
      from access_review_answers i cross join lateral (select coalesce(i.facts, i.opened) as facts) f where i.review_id = ${review.id}`;
  return sql`
    select n.user_id, n.facts, n.basis, n.last_sign_in_at, n.created_at, i.opened, case when i.holds then i.answer end as answer, case when i.holds then i.new_role end as new_role,
      case when i.holds then i.ended_grants else '{}' end as ended_grants, case when i.holds then i.reason end as reason,
      case when i.holds then i.answered_by end as answered_by, case when i.holds then i.answered_at end as answered_at,
      null::text as undecided, i.answer is not null and not i.holds as outdated,
      encode(sha256(convert_to(concat_ws(' ', n.basis_hash, i.answer, i.answered_by, ${text(sql`i.answered_at`)}), 'UTF8')), 'hex') as seen,
      n.basis <> ${basisOf(sql`i.opened`)} as changed
    from (${accountsSql(people, shown)}) n
    left join lateral (
      select i.*, ${basisOf(sql`i.facts`)} = n.basis as holds from access_review_answers i where i.review_id = ${review.id} and i.user_id = n.user_id
    ) i on true offset 0`;
};

/**
 * SQL: a hash over the accounts of an open review and their answers, as rows `l` of {@link linesSql}: the state that a reviewer sees and
 * then signs. Null if there are none.
 */
export const seenSql = sql<string | null>`encode(sha256(convert_to(
  string_agg(concat_ws(' ', l.user_id, l.seen, l.new_role, l.ended_grants::text), E'\\n' order by l.user_id collate "C"), 'UTF8')), 'hex')`;
