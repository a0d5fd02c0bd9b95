import { sql, type RawBuilder } from 'kysely';
import type { TrailValue } from '#shared/domain/audit/trail.ts';
import {
  actorText,
  changeText,
  originText,
  peopleText,
  recordKind,
  sentenceOf,
} from '#shared/domain/audit/trail-sentence.ts';
import { isForPeople, type ExportColumn } from '#shared/domain/reports/export-columns.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { isInstant } from '#shared/domain/calendar/as-of.ts';
import { startOfDay } from '#shared/domain/calendar/evidence-time.ts';
import { changedSince } from '#server/platform/postgres/changed-since.ts';
import type { Services } from '#server/platform/services.ts';
import { everySql } from '../trail/trail-search.ts';
import { readEntries } from '../trail/trail.queries.ts';
import { voiceOf } from '../trail/trail-voice.ts';
import {
  changesWithin,
  dataOf,
  fact,
  isEventWithin,
  isOf,
  leftOrganization,
  origin,
  outsideHidden,
  request,
} from '../trail/trail-narrowing.ts';
import type { DataRow, DataSource, ExportScope, ExportView } from './data-set.ts';
import { days, ofOrganizations, utc } from './narrowing.ts';

/** The facts of a command of which some rows are out of reach: its reason and origin, no other facts. */
const narrowedCommand = sql`jsonb_strip_nulls(jsonb_build_object(
  'reason', ${dataOf('e')}::jsonb -> 'reason',
  'facts', (select jsonb_object_agg(f.key, f.value) from jsonb_each(${dataOf('e')}::jsonb -> 'facts') f
    where f.key in ('ip', 'userAgent', 'job', 'commandLine'))))::text`;

/** Commands as people read them, the newest first (AUD-03). */
const commands = (scope: ExportScope, timeZone: string) => sql`
  select e.id as event_id, e.command_id as command, ${utc('e.at')} as at, ${dataOf('e')}::jsonb ->> 'reason' as reason
  from (${everySql(scope, timeZone, trailQuery(scope, timeZone))}) e`;

/** Returns the instant as of which the trail is requested; undefined: now. A day ends in the zone of the file. */
const untilOf = ({ asOf }: ExportScope, timeZone: string): Date | undefined =>
  asOf === undefined ? undefined : isInstant(asOf) ? new Date(asOf) : startOfDay(addDays(asOf, 1), timeZone);

/** Returns the requested part of the trail. */
const trailQuery = ({ words: q, ...scope }: ExportScope, timeZone: string) => {
  const { actor, about, recordType, recordId, group, from, to, sinceReview } = scope;
  const until = untilOf(scope, timeZone);
  return { actor, about, recordType, recordId, group, q, from, to, sinceReview, until };
};

/** Returns SQL of whether an event is of a command that is requested; its days are those of the event itself. */
function isAsked(scope: ExportScope, timeZone: string): RawBuilder<unknown> {
  const { actor, about, recordId, group, words, sinceReview } = scope;
  if ([actor, about, recordId, group, words, sinceReview].every((filter) => filter === undefined))
    return sql`true`;
  const query = { ...trailQuery(scope, timeZone), from: undefined, to: undefined };
  return sql`coalesce(e.command_id, e.id) in (select a.id from (${everySql(scope, 'UTC', query)}) a)`;
}

/** The columns that {@link notifyPeople} makes. */
const toldColumns: readonly ExportColumn[] = [
  'acted_by',
  'done',
  'about',
  'record_name',
  'changed',
  'came_from',
];

/** Commands that are read together: each has up to 40 rows. */
const together = 100;
/** Longer values are cut on paper, where the sentence is what counts. */
const longestOnPaper = 60;

const cut = (value: TrailValue | null): TrailValue | null =>
  value?.kind === 'text' && value.text !== null && value.text.length > longestOnPaper
    ? { ...value, text: `${value.text.slice(0, longestOnPaper).trimEnd()}…` }
    : value;

/** Adds to rows the description of their commands in the reader's language, from the same parts and texts as the screen. */
async function notifyPeople(
  { db }: Services,
  rows: readonly DataRow[],
  { scope, language, timeZone, format }: ExportView & { readonly scope: ExportScope },
): Promise<readonly DataRow[]> {
  const voice = voiceOf(language, timeZone);
  const at = untilOf(scope, timeZone);
  const headOf = (row: DataRow) => Number(row['command'] ?? row['event_id']);
  const ids = [...new Set(rows.map(headOf))];
  const told = new Map<number, DataRow>();
  for (let start = 0; start < ids.length; start += together)
    for (const entry of await readEntries(db, scope, ids.slice(start, start + together), at)) {
      const changes =
        format === 'pdf'
          ? entry.changes.map((one) => ({ ...one, before: cut(one.before), after: cut(one.after) }))
          : entry.changes;
      told.set(entry.id, {
        acted_by: actorText(voice, entry),
        done: sentenceOf(voice, entry),
        about: peopleText(voice, entry),
        record_name: entry.record
          ? [recordKind(voice, entry.record.type), entry.record.name].filter(Boolean).join(' · ')
          : null,
        changed: changes.map((one) => changeText(voice, one)).join('; '),
        came_from: entry.origin === 'request' ? entry.from : originText(voice, entry),
      });
    }
  return rows.map((row) => ({ ...row, ...told.get(headOf(row)) }));
}

/**
 * The trail. In the form for people, it has one row per command, like the screen. With a column of stored values, it has one row
 * per event. Each row of a command has the command's id, request, reason and origin. A command belongs to the organizations of
 * its rows, and a reader sees the rows within reach. Readers who see none of its rows do not see the command. Readers who see
 * only some of its rows do not see the other people concerned. A record that changes its organization concerns both.
 */
export const audit: DataSource = {
  rows: (scope, { columns, timeZone }) => {
    if (isForPeople(columns)) return commands(scope, timeZone);
    const isWithin = isEventWithin('r', scope);
    const until = untilOf(scope, timeZone);
    const organizationName =
      until === undefined
        ? sql`o.name`
        : sql`coalesce(${changedSince('organizations', sql`o.id`, sql`${until}::timestamptz`)} ->> 'name', o.name)`;
    const places = sql`array_remove(array[
      case when ${ofOrganizations(sql`e.organization_id`, scope)} then e.organization_id end,
      case when ${ofOrganizations(leftOrganization('e'), scope)} then ${leftOrganization('e')} end], null)`;
    return sql`
      with named as materialized (select o.id, ${organizationName} as name from organizations o)
      select e.id as event_id, e.command_id as command, ${request} as request, ${utc('e.at')} as at, ${utc('e.at')} as at_utc, e.kind, e.action, e.actor_id as actor,
        case when own.is_whole is not false or e.subject_id = any(own.subjects) then e.subject_id end as subject, e.object_type as record, e.object_id as record_key,
        (select string_agg(o.name, '; ' order by lower(o.name), o.id) from named o
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
      where coalesce(own.is_seen, ${isOf('e', scope)}) and ${outsideHidden('e', scope)}
        and ${days(sql`e.at`, scope)} ${until === undefined ? sql`` : sql`and e.at < ${until}`} and ${isAsked(scope, timeZone)}
      order by e.id`;
  },
  complete: notifyPeople,
  made: { columns: toldColumns, from: ['event_id', 'command'] },
};
