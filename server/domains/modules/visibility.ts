import { sql, type RawBuilder } from 'kysely';
import { noReach, type Reach } from '#shared/domain/access/permissions.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';

const person = sql<string>`u.id`;
const organization = sql<number | null>`u.organization_id`;

/**
 * SQL for the version that an assignment `a` of the module `m` is about (MOD-11): the current one until it is started,
 * then the one that it was started with.
 */
export const assignedVersionSql: RawBuilder<number | null> = sql`case when a.status = 'not_started'
  then coalesce(m.current_version_id, a.module_version_id)
  else coalesce(a.module_version_id, m.current_version_id) end`;

/**
 * SQL of whether a matrix of the organizations in a reach contains the module `m` (INS-01): an inspector reads what an organization
 * requires, also if nobody has it yet.
 */
export const isInMatrixOf = ({ organizationIds }: Reach): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from training_matrix e join training_matrices x on x.id = e.matrix_id and x.archived_at is null
  where e.module_id = m.id and x.organization_id = any(${[...organizationIds]}::int[]))`;

/**
 * SQL condition over the module `m` and its version `v`: may the actor see this version (AUTH-13)? Administrators all;
 * everybody else those that somebody within the reach has a non-voided assignment of: the assigned version, and for inspectors every
 * published one, also of modules that only a matrix of the organization contains.
 */
export function versionVisible(reach: Reach): RawBuilder<boolean> {
  if (reach.all) return sql<boolean>`true`;
  const assigned = (only: Reach, further: RawBuilder<unknown>) => sql`exists (
    select 1 from training_assignments a join users u on u.id = a.user_id
    where a.module_id = m.id and a.status <> 'voided' and ${further} and ${withinReach(only, person, organization)})`;
  const own = assigned(reach, sql`${assignedVersionSql} = v.id`);
  if (reach.organizationIds.length === 0) return sql<boolean>`(m.content_type <> 'placeholder' and ${own})`;
  // Inspectors read the content of every version, also of one that was never assigned in the organization (INS-01).
  const inspected = { ...noReach, organizationIds: reach.organizationIds };
  return sql<boolean>`(m.content_type <> 'placeholder'
    and (${own} or (v.status = 'published' and (${assigned(inspected, sql`true`)} or ${isInMatrixOf(reach)}))))`;
}

/**
 * SQL for the id of the version that the actor works on: administrators the current one; others the one of their own latest
 * assignment, else the latest that a person within the reach has, else for inspectors the current one if a matrix contains the module. Null if the
 * module is not visible.
 */
export function versionToShow(reach: Reach): RawBuilder<number | null> {
  if (reach.all) return sql<number | null>`m.current_version_id`;
  const required = requiredVersion(reach);
  return sql<number | null>`coalesce((
    select ${assignedVersionSql}
    from training_assignments a join users u on u.id = a.user_id
    where a.module_id = m.id and m.content_type <> 'placeholder' and a.status <> 'voided'
      and ${withinReach(reach, person, organization)}
    order by (a.user_id = ${reach.self ?? ''}) desc, ${assignedVersionSql} desc
    limit 1
  ), ${required})`;
}

/** SQL of the current version of a module `m` that a matrix of an inspected organization contains; null of all others. */
function requiredVersion(reach: Reach): RawBuilder<number | null> {
  if (reach.organizationIds.length === 0) return sql<number | null>`null::int`;
  return sql<
    number | null
  >`case when m.content_type <> 'placeholder' and ${isInMatrixOf(reach)} then m.current_version_id end`;
}

/**
 * SQL of {@link versionToShow} for a list, as a join `shown` with the version `shown_id` of each module: the trainings within the reach
 * are read once, not once per module.
 */
export function versionsToShow(reach: Reach): RawBuilder<unknown> {
  if (reach.all) return sql`cross join lateral (select m.current_version_id as shown_id) as shown`;
  return sql`left join (
    select distinct on (a.module_id) a.module_id, ${assignedVersionSql} as shown_id
    from training_assignments a join users u on u.id = a.user_id join training_modules m on m.id = a.module_id
    where m.content_type <> 'placeholder' and a.status <> 'voided' and ${withinReach(reach, person, organization)}
    order by a.module_id, (a.user_id = ${reach.self ?? ''}) desc, ${assignedVersionSql} desc
  ) as had on had.module_id = m.id
  cross join lateral (select coalesce(had.shown_id, ${requiredVersion(reach)}) as shown_id) as shown`;
}

/** Returns true for people who see the cards of all active modules but not their content in the list (AUTH-13): managers. */
export function seesCardsOnly(reach: Reach): boolean {
  return !reach.all && reach.reportsOf !== null;
}
