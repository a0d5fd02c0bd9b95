import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { auditTrailContract as contract } from '#shared/contract/audit-trail.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { besides, entryOf, namesOfEntries, namesOfParts, partOf } from '#shared/domain/audit/trail-parts.ts';
import type { NameOf, TrailCommand, TrailEntry, TrailEvent } from '#shared/domain/audit/trail.ts';
import type { DB } from '#server/db/db.d.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { changesWithin, type TrailScope } from './trail-narrowing.ts';
import { readNames } from './trail-names.queries.ts';
import { isSeen, isSubjectSeen, pageSql, rowsSeen, type TrailQuery } from './trail-search.ts';

/** The number of rows of a command that are read for its sentence. */
const mostRows = 40;

type Command = Omit<TrailCommand, 'at' | 'events'> & {
  readonly at: Date;
  readonly events: readonly TrailEvent[];
};

/**
 * The sides of a stored row. Texts that no screen shows whole are cut; otherwise the content of one module would be most of a page. All
 * others leave as they are stored: turning each of them into `jsonb` took most of the time of a page.
 */
const told = (data: RawBuilder<unknown>) => sql`case
  when length(${data}) <= 6000 then ${data}::json
  else json_build_object('before', ${sides(data, 'before')}, 'after', ${sides(data, 'after')}, 'secrets', ${data}::json -> 'secrets') end`;

const sides = (data: RawBuilder<unknown>, side: 'before' | 'after') => sql`(
  select json_object_agg(v.key, case when length(v.value::text) <= 2000 then v.value else to_json(left(v.value #>> '{}', 2000) || '…') end)
  from json_each(${data}::json -> ${sql.lit(side)}) v)`;

/** Rows of a command after one of them. */
interface Rows {
  readonly after: number;
  readonly limit: number;
  /** Whether the sides of each are read; without, only those of rows that an entry may mainly concern. */
  readonly allSides?: boolean;
}

/** An entry shows the sides of one row: the first of one of these groups (`mainOf`). */
const groupOfMain = sql`partition by r.kind = 'update', r.object_type = any(${[...besides]}::text[])`;

/** SQL of commands `p` as the rule takes them, each with its first rows after one of them. */
const commandsSql = (
  scope: TrailScope,
  heads: RawBuilder<unknown>,
  { allSides = false, ...rows }: Rows,
): RawBuilder<unknown> => sql`
  with e as materialized (${heads})
  select e.id, e.kind, e.action, e.at, e.actor_id, e.outcome, case when ${isSubjectSeen(scope)} then e.subject_id end as subject_id,
    e.object_type as type, e.object_id as record_id, null as data,
    d.data ->> 'reason' as reason, d.data #>> '{facts,ip}' as address, d.data #>> '{facts,job}' as job,
    d.data #>> '{facts,commandLine}' as command_line, e.header::jsonb #>> '{facts,requestId}' is not null as requested,
    coalesce(own.events, '[]') as events
  from e
  cross join lateral (select coalesce(e.payload, e.residual)::jsonb as data offset 0) d
  left join lateral (
    select json_agg(json_build_object('id', r.id, 'kind', r.kind, 'subjectId', r.subject_id, 'type', r.object_type, 'recordId', r.object_id,
      'data', case when r.kind in ('insert', 'update', 'delete') and ${allSides ? sql`true` : sql`r.place = 1`}
        then ${told(changesWithin('r', scope))} end) order by r.id) as events
    from (select r.*, row_number() over (${groupOfMain} order by r.id) as place from (${rowsSeen(scope, rows)}) r) r) own on true
  order by e.id desc`;

async function readCommands(
  db: Kysely<DB>,
  statement: RawBuilder<unknown>,
  { isKept = false }: { readonly isKept?: boolean } = {},
): Promise<readonly TrailCommand[]> {
  const asked = sql<Command>`${statement}`;
  const rows = isKept ? await queryPrepared(db, 'trail', asked) : (await asked.execute(db)).rows;
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Returns one page of the trail within a reach, the newest first (AUD-03). */
export async function readTrail(
  db: Kysely<DB>,
  scope: TrailScope,
  zone: string,
  query: TrailQuery,
): Promise<ResponseInput<typeof contract.list>> {
  const found = await readCommands(
    db,
    commandsSql(scope, pageSql(scope, zone, query), { after: 0, limit: mostRows + 1 }),
    // Without a filter, only the order decides the plan.
    { isKept: Object.entries(query).every(([name, value]) => name === 'limit' || value === undefined) },
  );
  const commands = found.slice(0, query.limit);
  const nameOf = await readNames(db, namesOfEntries(commands));
  return {
    rows: commands.map((command) => shown(command, mostRows, nameOf)),
    next: found.length > query.limit ? (commands.at(-1)?.id ?? null) : null,
  };
}

/** Commands of a reach by their ids, for files, with the names of an instant (AUD-03, INS-03). */
export async function readEntries(
  db: Kysely<DB>,
  scope: TrailScope,
  ids: readonly number[],
  at: Date | undefined,
): Promise<readonly TrailEntry[]> {
  const heads = sql`select e.* from audit.events e where e.id = any(${[...ids]}::bigint[])`;
  const commands = await readCommands(db, commandsSql(scope, heads, { after: 0, limit: mostRows }));
  const nameOf = await readNames(db, namesOfEntries(commands), at);
  return commands.map((command) => entryOf(command, nameOf));
}

/** Returns one command with a page of what happened in it, within a reach (AUD-03). NOT_FOUND. */
export async function readTrailCommand(
  db: Kysely<DB>,
  scope: TrailScope,
  id: number,
  { limit, after = 0 }: { readonly limit: number; readonly after?: number | undefined },
): Promise<ResponseInput<typeof contract.get>> {
  const heads = sql`select e.* from audit.events e
    where e.id = ${id} and (e.kind = 'command' or (e.kind = 'access' and e.command_id is null)) and ${isSeen(scope)}`;
  const [command] = await readCommands(
    db,
    commandsSql(scope, heads, { after, limit: limit + 1, allSides: true }),
  );
  if (!command) throw new AppError('NOT_FOUND');
  const nameOf = await readNames(db, namesOfParts([command]));
  const events = command.events.slice(0, limit);
  return {
    entry: shown(command, limit, nameOf),
    parts: (command.kind === 'access' ? [command] : events).map((event) => ({
      ...partOf(event, nameOf),
      changes: [...partOf(event, nameOf).changes],
    })),
    next: command.events.length > limit ? (events.at(-1)?.id ?? null) : null,
  };
}

function shown(command: TrailCommand, limit: number, nameOf: NameOf) {
  const hasMore = command.events.length > limit;
  const entry = entryOf({ ...command, events: command.events.slice(0, limit) }, nameOf);
  return { ...entry, hasMore, people: [...entry.people], changes: [...entry.changes] };
}
