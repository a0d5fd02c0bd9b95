import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import { endInUtc } from '../as-of.ts';
import type { ReportScope } from '../report-scope.ts';
import type { ListKey } from './list-key.ts';

/** The people and modules whose facts are read. */
export interface RequestedPairs {
  /** The people; `asOf` is the day, and `knownAt` the instant of "now", where it is not this moment (INS-03). */
  readonly scope: ReportScope & { readonly asOf: CalendarDate };
  readonly moduleIds: readonly number[];
  /** Only people who were in this matrix. */
  readonly matrixId?: number | undefined;
  /** Inactive people too: for a question about one person. */
  readonly withInactive: boolean;
  /** Only people where the day has started: it may be further east than here. */
  readonly onlyBegun?: boolean;
  readonly after: ListKey | null;
  readonly limit: number;
}

/** The place of a person in the order of names. */
export type PersonKey = readonly [lastKey: string, firstKey: string, personId: string];

/** A page that is longer is read among everybody: the planner joins the facts of a few people one by one. */
const longestPage = 101;

/** Returns whether a page has the first of everybody: the places of that day are then needed of these people only. */
const isOfEverybody = ({ scope, matrixId, limit }: RequestedPairs): boolean =>
  limit > 1 &&
  limit <= longestPage &&
  scope.reach.reportsOf === null &&
  scope.org === 'all' &&
  !scope.q &&
  [scope.departmentId, scope.userId, scope.managerId, scope.jobTitle, scope.knownAt, matrixId].every(
    (filter) => filter === undefined,
  );

const nameKeys = sql`coalesce(lower(u.last_name), ''), coalesce(lower(u.first_name), ''), u.id`;
const isBehind = ({ after }: RequestedPairs) =>
  after === null
    ? sql`true`
    : sql`(${nameKeys}) >= (${after[0]}::text, ${after[1]}::text, ${after[2]}::text)`;

/**
 * Returns a name up to which twice as many people follow as a page of everybody needs; undefined if the list is another one or ends before.
 */
export async function endOfPage(db: Kysely<DB>, asked: RequestedPairs): Promise<PersonKey | undefined> {
  if (!isOfEverybody(asked)) return undefined;
  const { rows } = await sql<{ last: string; first: string; id: string }>`
    select coalesce(lower(u.last_name), '') as last, coalesce(lower(u.first_name), '') as first, u.id from users u
    where ${isBehind(asked)} order by ${nameKeys} offset ${2 * asked.limit} limit 1`.execute(db);
  return rows[0] && [rows[0].last, rows[0].first, rows[0].id];
}

/** SQL of the ids of the people who have, or may have had on that day, a name up to the last one that is wanted. */
export const peopleUpTo = (asked: RequestedPairs, [last, first, id]: PersonKey): RawBuilder<unknown> => sql`
  select u.id from users u where ${isBehind(asked)} and (${nameKeys}) <= (${last}::text, ${first}::text, ${id}::text)
  union select h.user_id from person_history h
  where h.replaced_at >= ${endInUtc(asked.scope.asOf)} - interval '15 hours'`;
