import { sql } from 'kysely';
import {
  changesWithin,
  dataOf,
  fact,
  isEventWithin,
  isOf,
  leftOrganization,
  origin,
  outsideHr,
  request,
} from '../trail/trail-narrowing.ts';
import type { DataSource } from './data-set.ts';
import { days, ofOrganizations, utc } from './narrowing.ts';

/** What a command itself says where some of its rows are out of reach: its reason and where it came from, no other facts. */
const narrowedCommand = sql`jsonb_strip_nulls(jsonb_build_object(
  'reason', ${dataOf('e')}::jsonb -> 'reason',
  'facts', (select jsonb_object_agg(f.key, f.value) from jsonb_each(${dataOf('e')}::jsonb -> 'facts') f
    where f.key in ('ip', 'userAgent', 'job', 'commandLine'))))::text`;

/**
 * The trail, one row per event (AUD-03). Each row of a command carries the command's id, request, reason and origin. A command belongs to the
 * organizations of its rows, of which a reader sees those within reach; who sees none of its rows does not see the command, and
 * who sees some of them does not see whom else it concerns. A record that changes its organization concerns both.
 */
export const audit: DataSource = {
  rows: (scope) => {
    const isWithin = isEventWithin('r', scope);
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
      where coalesce(own.is_seen, ${isOf('e', scope)}) and ${outsideHr('e', scope)}
        and ${days(sql`e.at`, scope)}
      order by e.id`;
  },
};
