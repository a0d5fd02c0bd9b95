import { sql, type RawBuilder } from 'kysely';
import type { ExportScope } from '../exports/data-set.ts';
import { ofOrganizations } from '../exports/narrowing.ts';

/**
 * The part of the trail that a reader sees (AUD-03). These rules are only here, for the export of the trail and for the screens.
 * A command belongs to the organizations of its rows; a reader who sees only some of its rows sees only these.
 */
export type TrailScope = Pick<ExportScope, 'reach' | 'org'> & {
  /** Readers look at their own events: within the reach none of them is hidden (INS-01). */
  readonly isOwn?: boolean;
};

/** The first words of the actions of the HR area, and of inspections. */
const hiddenActions = ['agreement', 'cv', 'hr', 'hr_document', 'registration', 'inspection'];

/**
 * SQL: does the reader see this event, or is it one that only administrators see? Only they see what was done and read in the HR
 * area and in inspections. Inspectors have no access to the HR area (HR-05), and must not learn what others inspect and request
 * (INS-01).
 */
export const outsideHidden = (event: string, { reach, isOwn }: TrailScope): RawBuilder<unknown> =>
  reach.all || isOwn
    ? sql`true`
    : sql`coalesce(${sql.ref(`${event}.object_type`)}, '') not like 'hr\\_%'
        and coalesce(${sql.ref(`${event}.object_type`)}, '') not like 'inspection%'
        and split_part(${sql.ref(`${event}.action`)}, '.', 1) <> all(${hiddenActions}::text[])`;

/** Returns SQL of a fact of an event, or of the command in which it happened; null if a redaction removed it. */
export const fact = (path: string): RawBuilder<unknown> =>
  sql`coalesce(
    case when e.kind in ('access', 'redaction') then coalesce(e.payload, e.residual)::jsonb #>> ${path}::text[] end,
    coalesce(c.payload, c.residual)::jsonb #>> ${path}::text[])`;

/** The request in which an event happened: it groups the readings and commands of one request, also readings without a command. */
export const request = sql`coalesce(e.header::jsonb #>> '{facts,requestId}', c.header::jsonb #>> '{facts,requestId}')`;

/** The origin of an event, in the form of the export. */
export const origin = sql`coalesce(
  'job ' || (${fact('{facts,job}')}), 'command line ' || (${fact('{facts,commandLine}')}),
  case when ${request} is not null then 'request' end,
  'system')`;

/** Returns SQL of the stored data of an event, also after a redaction. */
export const dataOf = (event: string): RawBuilder<unknown> =>
  sql`coalesce(${sql.ref(`${event}.payload`)}, ${sql.ref(`${event}.residual`)})`;

/** Records that can go to another organization. */
const movable = ['users', 'user_periods', 'training_modules', 'training_matrices', 'departments'];

/**
 * Returns SQL of the organization that a record left with this change; null for every other change. The trail stores the new one.
 */
export const leftOrganization = (event: string): RawBuilder<unknown> => sql`
  case when ${sql.ref(`${event}.kind`)} = 'update' and ${sql.ref(`${event}.object_type`)} = any(${movable}::text[])
      and ${dataOf(event)} like '%"organization_id"%'
    then (${dataOf(event)}::jsonb #>> '{before,organization_id}')::integer end`;

/** For a record that moved from or to an organization out of reach: on that side the organization alone, not its department or manager. */
export function changesWithin(event: string, scope: TrailScope): RawBuilder<unknown> {
  if (scope.reach.all) return dataOf(event);
  const here = ofOrganizations(sql.ref(`${event}.organization_id`), scope);
  const left = ofOrganizations(leftOrganization(event), scope);
  const side = (name: 'before' | 'after', isWithin: RawBuilder<unknown>) => sql`case when ${isWithin}
    then ${dataOf(event)}::jsonb -> ${name}
    else jsonb_build_object('organization_id', ${dataOf(event)}::jsonb #> array[${name}, 'organization_id']::text[]) end`;
  return sql`case when ${leftOrganization(event)} is null or (${here} and ${left}) then ${dataOf(event)}
    else jsonb_build_object('before', ${side('before', left)}, 'after', ${side('after', here)})::text end`;
}

/**
 * Returns SQL of whether an event concerns an organization that the reader requests: its own, or the one that its record left.
 */
export const isOf = (event: string, scope: TrailScope): RawBuilder<unknown> =>
  scope.reach.all && scope.org === 'all'
    ? sql`true`
    : sql`(${ofOrganizations(sql.ref(`${event}.organization_id`), scope)}
      or (${leftOrganization(event)} is not null and ${ofOrganizations(leftOrganization(event), scope)}))`;

/**
 * Returns SQL of whether a reader may get a stored event as it is, which nobody can cut without breaking its hash: of an
 * organization within the reach, before the change as after it, and not hidden. A command without an organization is not one.
 */
export const isWhollyWithin = (event: string, scope: TrailScope): RawBuilder<unknown> =>
  sql`(${ofOrganizations(sql.ref(`${event}.organization_id`), scope)}
    and (${leftOrganization(event)} is null or ${ofOrganizations(leftOrganization(event), scope)}) and ${outsideHidden(event, scope)})`;

/**
 * Returns SQL of whether a reader sees an event that is not a command: it is of an organization within the reach, and not hidden.
 */
export const isEventWithin = (event: string, scope: TrailScope): RawBuilder<unknown> =>
  sql`(${isOf(event, scope)} and ${outsideHidden(event, scope)})`;
