import { sql, type RawBuilder } from 'kysely';
import type { DataSource, ExportScope } from './data-set.ts';
import { days, ofOrganizations, utc } from './narrowing.ts';

/** How the actions of the HR area begin. */
const hrActions = ['agreement', 'cv', 'hr', 'hr_document', 'registration'];

/** What was done and read in the HR area is told to administrators alone: inspectors have no access to it (HR-05). */
const outsideHr = (event: string, { reach }: ExportScope): RawBuilder<unknown> =>
  reach.all
    ? sql`true`
    : sql`coalesce(${sql.ref(`${event}.object_type`)}, '') not like 'hr\\_%'
        and split_part(${sql.ref(`${event}.action`)}, '.', 1) <> all(${hrActions}::text[])`;

/** A fact of an event: its own, or that of the command in which it happened; what a redaction took away is null. */
const fact = (path: string): RawBuilder<unknown> =>
  sql`coalesce(
    case when e.kind in ('access', 'redaction') then coalesce(e.payload, e.residual)::jsonb #>> ${path}::text[] end,
    coalesce(c.payload, c.residual)::jsonb #>> ${path}::text[])`;

/** The request in which an event happened: it puts what one request read and did together, also what was only read, without a command. */
const request = sql`coalesce(e.header::jsonb #>> '{facts,requestId}', c.header::jsonb #>> '{facts,requestId}')`;

const origin = sql`coalesce(
  'job ' || (${fact('{facts,job}')}), 'command line ' || (${fact('{facts,commandLine}')}),
  case when ${request} is not null then 'request' end,
  'system')`;

/** What a command itself says where some of its rows are out of reach: its reason and where it came from, no other facts. */
const narrowedCommand = sql`jsonb_strip_nulls(jsonb_build_object(
  'reason', coalesce(e.payload, e.residual)::jsonb -> 'reason',
  'facts', (select jsonb_object_agg(f.key, f.value) from jsonb_each(coalesce(e.payload, e.residual)::jsonb -> 'facts') f
    where f.key in ('ip', 'userAgent', 'job', 'commandLine'))))::text`;

const dataOf = (event: string): RawBuilder<unknown> =>
  sql`coalesce(${sql.ref(`${event}.payload`)}, ${sql.ref(`${event}.residual`)})`;

/** Records that can go to another organization. */
const movable = ['users', 'user_periods', 'training_modules', 'training_matrices', 'departments'];

/** The organization that a record left with this change; null for every other change. The trail stores the one that it came to. */
const leftOrganization = (event: string): RawBuilder<unknown> => sql`
  case when ${sql.ref(`${event}.kind`)} = 'update' and ${sql.ref(`${event}.object_type`)} = any(${movable}::text[])
      and ${dataOf(event)} like '%"organization_id"%'
    then (${dataOf(event)}::jsonb #>> '{before,organization_id}')::integer end`;

/** Of a record that came from or went to where the reader has no reach: on that side the organization alone, not its department or manager. */
function changesWithin(event: string, scope: ExportScope): RawBuilder<unknown> {
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
 * The trail, one row per event (AUD-03). Each row of a command carries the command's id, request, reason and origin. A command belongs to the
 * organizations of its rows, of which a reader sees those within reach; who sees none of its rows does not see the command, and
 * who sees some of them does not see whom else it concerns. A record that changes its organization concerns both.
 */
export const audit: DataSource = {
  rows: (scope) => {
    const isOf = (event: string) => sql`(${ofOrganizations(sql.ref(`${event}.organization_id`), scope)}
      or (${leftOrganization(event)} is not null and ${ofOrganizations(leftOrganization(event), scope)}))`;
    const isWithin = sql`(${isOf('r')} and ${outsideHr('r', scope)})`;
    const places = sql`array_remove(array[
      case when ${ofOrganizations(sql`e.organization_id`, scope)} then e.organization_id end,
      case when ${ofOrganizations(leftOrganization('e'), scope)} then ${leftOrganization('e')} end], null)`;
    return sql`
      select e.id as event_id, e.command_id as command, ${request} as request, ${utc('e.at')} as at_utc, e.kind, e.action, e.actor_id as actor,
        case when own.is_whole is not false or e.subject_id = any(own.subjects) then e.subject_id end as subject, e.object_type as record, e.object_id as record_key,
        (select string_agg(o.name, '; ' order by lower(o.name), o.id) from organizations o
          where o.id = any(coalesce(own.organizations, ${places}))) as organization,
        e.outcome, ${fact('{reason}')} as reason, ${origin} as origin, ${fact('{facts,ip}')} as address,
        ${fact('{facts,userAgent}')} as user_agent,
        case when own.is_whole is not false then ${changesWithin('e', scope)} else ${narrowedCommand} end as changes
      from audit.events e
      left join audit.events c on c.id = e.command_id
      left join lateral (
        select bool_or(${isWithin}) as is_seen, bool_and(${isWithin}) as is_whole,
          array_agg(distinct place.id) filter (where ${isWithin} and ${ofOrganizations(sql`place.id`, scope)}) as organizations,
          array_agg(distinct r.subject_id) filter (where ${isWithin}) as subjects
        from audit.events r cross join lateral (values (r.organization_id), (${leftOrganization('r')})) place (id)
        where e.kind = 'command' and r.system_id = e.system_id and r.xid = e.xid and r.command_id = e.id and r.id <> e.id
      ) own on true
      where coalesce(own.is_seen, ${isOf('e')}) and ${outsideHr('e', scope)}
        and ${days(sql`e.at`, scope)}
      order by e.id`;
  },
};
