import { sql, type RawBuilder } from 'kysely';
import type { TrailGroup } from '#shared/domain/audit/groups.ts';
import { trailActions } from '#shared/trail/actions.ts';
import { reviewedThrough } from './reviews/review-series.ts';
import { isEventWithin, isOf, outsideHidden, type TrailScope } from './trail-narrowing.ts';

/** The filters and the page of a request for the trail (AUD-03). */
export interface TrailQuery {
  readonly limit: number;
  readonly before?: number | undefined;
  /** Only what happened after the last signed review with the same filters. */
  readonly sinceReview?: boolean | undefined;
  /** The number of an event. */
  readonly event?: number | undefined;
  readonly actor?: string | undefined;
  readonly about?: string | undefined;
  readonly recordType?: string | undefined;
  readonly recordId?: string | undefined;
  readonly group?: TrailGroup | undefined;
  readonly q?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The actor: one of these. */
  readonly actors?: readonly string[] | undefined;
  /** From an instant on, to one. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

/** Commands, and reads and attempts outside of one: what is a row of the screen. The words of the partial indexes. */
const isHead = sql`(e.kind = 'command' or (e.kind = 'access' and e.command_id is null))`;

/** Returns SQL of the event that is the row of the screen of this one. */
const headOf = (event: string) => sql`coalesce(${sql.ref(`${event}.command_id`)}, ${sql.ref(`${event}.id`)})`;

/** The rows of a command, by the index of sealing. */
const ofCommand = sql`e.kind = 'command' and r.system_id = e.system_id and r.xid = e.xid and r.command_id = e.id and r.id <> e.id`;

/**
 * Returns SQL of whether a reader sees a row of the screen: a command of which any row is within the reach, or that has none and
 * is itself.
 */
export function isSeen(scope: TrailScope): RawBuilder<unknown> {
  if (scope.reach.all && scope.org === 'all') return sql`true`;
  return sql`(${outsideHidden('e', scope)} and (
    exists (select 1 from audit.events r where ${ofCommand} and ${isEventWithin('r', scope)})
    or (${isOf('e', scope)} and not exists (select 1 from audit.events r where ${ofCommand}))))`;
}

/**
 * Returns SQL: does a reader see the person of a command? Either all of its rows are within reach, or a row within reach names
 * the same person.
 */
export function isSubjectSeen(scope: TrailScope): RawBuilder<unknown> {
  if (scope.reach.all && scope.org === 'all') return sql`true`;
  return sql`(not exists (select 1 from audit.events r where ${ofCommand} and not ${isEventWithin('r', scope)})
    or exists (select 1 from audit.events r where ${ofCommand} and ${isEventWithin('r', scope)} and r.subject_id = e.subject_id))`;
}

/** Returns SQL of the rows of a command that a reader sees: the first ones after a given row, up to a limit. */
export const rowsSeen = (scope: TrailScope, { after, limit }: { after: number; limit: number }) => sql`
  select r.* from audit.events r
  where ${ofCommand} and r.id > ${after} and ${isEventWithin('r', scope)} order by r.id limit ${limit}`;

/** The records that belong to a record, and those that were part of it once. */
function recordsOf(type: string, id: string): RawBuilder<unknown> {
  const own = sql`select ${type}::text as type, ${id}::text as id`;
  const parts = (table: string, of: RawBuilder<unknown>) => sql`
    union all select p.object_type, p.object_id from audit.events p
    where p.kind = 'insert' and p.object_type = ${sql.lit(table)} and p.object_type in ('training_matrix', 'matrix_members', 'module_version_files')
      and coalesce((coalesce(p.payload, p.residual)::jsonb #>> '{after,matrix_id}'), (coalesce(p.payload, p.residual)::jsonb #>> '{after,version_id}')) in (${of})`;
  if (type === 'training_matrices')
    return sql`${own} ${parts('training_matrix', sql`${id}::text`)} ${parts('matrix_members', sql`${id}::text`)}`;
  if (type === 'training_modules') {
    const versions = sql`select v.id::text from module_versions v where v.module_id::text = ${id}`;
    return sql`${own} union all select 'quizzes', ${id}::text union all select 'module_versions', v.id from (${versions}) v (id)
      ${parts('module_version_files', versions)}`;
  }
  const whole = sql`case when ${id}::text ~ '^[0-9]{1,9}$' then ${id}::text::int end`;
  if (type === 'training_assignments') {
    const records = sql`select r.id from training_records r where r.assignment_id = ${whole}`;
    return sql`${own} union all select 'training_records', r.id::text from (${records}) r
      union all select 'certificates', c.id::text from certificates c where c.training_record_id in (${records})
      union all select 'quiz_attempts', q.id::text from quiz_attempts q where q.assignment_id = ${whole}`;
  }
  // The schedule of reminders: its settings and its steps.
  if (type === 'settings' && id === 'reminders')
    return sql`select 'settings' as type, s.key as id from settings s where starts_with(s.key, 'reminders.')
      union all select 'reminder_rules', r.id::text from reminder_rules r`;
  if (type === 'organizations')
    return sql`${own} union all select 'departments', d.id::text from departments d where d.organization_id = ${whole}`;
  if (type === 'hr_documents')
    return sql`${own} union all select 'hr_document_versions', v.id::text from hr_document_versions v where v.document_id = ${whole}`;
  return own;
}

/** Returns the words of a text as a search of the index: each is the start of a word of the reason. */
const wordsOf = (q: string): string =>
  q
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => `${word}:*`)
    .join(' & ');

const hasWords = (event: string, q: string) => {
  const data = sql`coalesce(${sql.ref(`${event}.payload`)}, ${sql.ref(`${event}.residual`)})`;
  return sql`${sql.ref(`${event}.kind`)} = 'command' and ${data} like '%"reason": %'
    and to_tsvector('simple', regexp_replace(${data}::jsonb ->> 'reason', '[[:punct:]]+', ' ', 'g')) @@ to_tsquery('simple', ${wordsOf(q)})`;
};

/**
 * Returns SQL: does an event name, for this reader, what was requested? A row does so if it is within reach; a command does so
 * only if its person is visible.
 */
const isNamed = (event: string, scope: TrailScope) =>
  scope.reach.all && scope.org === 'all'
    ? sql`true`
    : sql`(${sql.ref(`${event}.kind`)} <> 'command' and ${isEventWithin(event, scope)})`;

interface Span {
  readonly condition: RawBuilder<unknown>;
  /** The first and the last id that can be within the days. */
  readonly first: RawBuilder<unknown>;
  readonly last: RawBuilder<unknown>;
}

/** Events of the requested days: an id is assigned when its transaction starts, so the ids of an hour around them are enough. */
function spanOf({ reach }: TrailScope, query: Omit<TrailQuery, 'limit'>, zone: string): Span {
  const { from, to, before, since, until, sinceReview } = query;
  const instant = (at: Date | undefined) => (at === undefined ? undefined : sql`${at}::timestamptz`);
  const start = from === undefined ? instant(since) : sql`((${from}::date)::timestamp at time zone ${zone})`;
  const lastDay = to === undefined ? undefined : sql`((${to}::date + 1)::timestamp at time zone ${zone})`;
  const end = lastDay && until ? sql`least(${lastDay}, ${until}::timestamptz)` : (lastDay ?? instant(until));
  const next = sinceReview === true ? sql`(${reviewedThrough(reach, query)} + 1)` : sql`0::bigint`;
  const first = start
    ? sql`greatest(${next}, (select e.id from audit.events e where ${isHead} and e.at < ${start} - interval '1 hour'
        order by e.at desc, e.id desc limit 1))`
    : next;
  const latest = sql`${before === undefined ? Number.MAX_SAFE_INTEGER : before - 1}::bigint`;
  const last = end
    ? sql`least(${latest}, (select e.id from audit.events e where ${isHead} and e.at >= ${end} + interval '1 hour'
        order by e.at, e.id limit 1))`
    : latest;
  const parts = [sql`e.id <= ${last} and e.id >= ${first}`];
  if (start) parts.push(sql`e.at >= ${start}`);
  if (end) parts.push(sql`e.at < ${end}`);
  return { condition: sql.join(parts, sql` and `), first, last };
}

/**
 * SQL of one page of the screen, the newest first, with one event more: the statement starts with the condition that has the fewest rows,
 * so that no filter reads the whole trail. For a reader who does not see every organization it reads only the commands within their reach.
 */
export const pageSql = (scope: TrailScope, zone: string, query: TrailQuery): RawBuilder<unknown> =>
  headsSql(scope, zone, query, query.limit + 1);

/** SQL of all of them, for a file. */
export const everySql = (
  scope: TrailScope,
  zone: string,
  query: Omit<TrailQuery, 'limit'>,
): RawBuilder<unknown> => headsSql(scope, zone, query, Number.MAX_SAFE_INTEGER);

function headsSql(
  scope: TrailScope,
  zone: string,
  query: Omit<TrailQuery, 'limit'>,
  limit: number,
): RawBuilder<unknown> {
  const { actor, actors, about, recordType, recordId, group, q, event } = query;
  const isAll = scope.reach.all && scope.org === 'all';
  const ofRecord = recordType !== undefined && recordId !== undefined;
  if (q !== undefined && wordsOf(q) === '') return sql`select e.* from audit.events e where false`;
  const span = spanOf(scope, query, zone);
  const conditions = [isHead, span.condition, isSeen(scope)];
  if (actor !== undefined)
    conditions.push(sql`e.actor_id = ${actor} and e.kind in ('command', 'access', 'redaction')`);
  if (actors !== undefined)
    conditions.push(
      sql`e.actor_id = any(${[...actors]}::text[]) and e.kind in ('command', 'access', 'redaction')`,
    );
  if (q !== undefined) conditions.push(hasWords('e', q));
  const inCommand = (condition: RawBuilder<unknown>) => sql`(
    exists (select 1 from audit.events r where ${ofCommand} and ${condition} and ${isEventWithin('r', scope)})
    or exists (select 1 from (select e.subject_id, e.object_type, e.object_id) r where ${condition}
      and case when e.kind = 'command' then ${isSubjectSeen(scope)} else true end))`;
  if (ofRecord && about !== undefined) conditions.push(inCommand(sql`r.subject_id = ${about}`));
  const actions = group === undefined ? undefined : Object.keys(trailActions[group]);
  const where = (...more: RawBuilder<unknown>[]) => sql.join([...conditions, ...more], sql` and `);
  const ofGroup = actions === undefined ? sql`true` : sql`e.action = any(${actions}::text[])`;
  const from = (candidates: RawBuilder<unknown>) => sql`
    select e.* from (select distinct h.id from (${candidates}) h (id) order by h.id desc) h
    cross join lateral (select e.* from audit.events e where e.id = h.id and ${where(ofGroup)} offset 0) e
    order by h.id desc limit ${limit}`;
  if (event !== undefined)
    return from(
      sql`select ${headOf('r')} from audit.events r where r.id = ${event} and (${headOf('r')} = r.id or ${isEventWithin('r', scope)})`,
    );
  if (ofRecord)
    return from(sql`select ${headOf('r')} from (${recordsOf(recordType, recordId)}) o
      join audit.events r on r.object_type = o.type and r.object_id = o.id where ${isNamed('r', scope)}`);
  if (about !== undefined)
    return from(sql`select ${headOf('r')} from audit.events r where r.subject_id = ${about} and ${isNamed('r', scope)}
      ${isAll ? sql`` : sql`union all select e.id from audit.events e where e.kind = 'command' and e.subject_id = ${about} and ${isSubjectSeen(scope)}`}`);
  if (q !== undefined) return from(sql`select e.id from audit.events e where ${hasWords('e', q)}`);
  if (!scope.reach.all && actor === undefined && actors === undefined)
    return sql`
      select e.* from (${ownHeads(scope, span, actions)}) h
      cross join lateral (select e.* from audit.events e where e.id = h.id and ${where(ofGroup)} offset 0) e limit ${limit}`;
  // A range of one action: only the index of actions has this order, and no rare action makes the database walk all ids.
  if (actor === undefined && actors === undefined && actions !== undefined)
    return sql`
      select e.* from unnest(${actions}::text[]) a (action) cross join lateral (
        select e.* from audit.events e
        where e.action >= a.action and e.action <= a.action and e.kind in ('command', 'access', 'redaction') and ${where()}
        order by e.action desc, e.id desc limit ${limit}) e
      order by e.id desc limit ${limit}`;
  return sql`select e.* from audit.events e where ${where(ofGroup)} order by e.id desc limit ${limit}`;
}

/**
 * Returns SQL of the rows of the screen that concern the organizations of a reach, the newest first: by jumping in the index from
 * one to the next, however many rows each has.
 */
function ownHeads(
  { reach }: TrailScope,
  { first, last }: Span,
  actions: readonly string[] | undefined,
): RawBuilder<unknown> {
  const organizations = [...reach.organizationIds];
  const head = headOf('r');
  const ofGroup = actions === undefined ? sql`true` : sql`r.action = any(${[...actions]}::text[])`;
  const newest = (bound: RawBuilder<unknown>) => sql`(
    select max(n.id) from unnest(${organizations}::int[]) o (id) cross join lateral (
      (select ${head} as id from audit.events r
        where r.organization_id = o.id and ${head} <= ${bound} and ${head} >= b.first and ${ofGroup} order by ${head} desc limit 1)
      union all
      (select ${head} from audit.events r
        where r.kind = 'update' and r.object_type in ('users', 'user_periods', 'training_modules', 'training_matrices', 'departments')
          and coalesce(r.payload, r.residual) like '%"organization_id"%'
          and (coalesce(r.payload, r.residual)::jsonb #>> '{before,organization_id}')::integer = o.id
          and ${head} <= ${bound} and ${head} >= b.first and ${ofGroup} order by ${head} desc limit 1)) n)`;
  return sql`
    with recursive bounds as materialized (select ${first} as first, ${last} as last),
    heads (id) as (
      select ${newest(sql`b.last`)} from bounds b
      union all select ${newest(sql`h.id - 1`)} from heads h, bounds b where h.id is not null)
    select id from heads where id is not null`;
}
