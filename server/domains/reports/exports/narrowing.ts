import { sql, type RawBuilder } from 'kysely';
import type { ExportScope } from './data-set.ts';

/** SQL of an instant as text in UTC. */
export const utc = (value: string): RawBuilder<unknown> =>
  sql.raw(`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);

/** SQL of when a completion was, as text: in UTC, or the day alone in its zone where no more is known (DI-01). */
export const completedText = (at: string, zone: string, kind: string): RawBuilder<unknown> =>
  sql`case when ${sql.raw(kind)} in ('backdated', 'from_source') then (${sql.raw(`${at} at time zone ${zone}`)})::date::text else ${utc(at)} end`;

/** Instants from the first to the last requested calendar day, in the zone of the file's times (RPT-05). */
export const days = (
  column: RawBuilder<unknown>,
  { from, to }: Pick<ExportScope, 'from' | 'to'>,
  zone: RawBuilder<unknown> = sql`'UTC'`,
): RawBuilder<unknown> => sql`
  ${from === undefined ? sql`true` : sql`${column} >= (${from}::date)::timestamp at time zone ${zone}`}
  and ${to === undefined ? sql`true` : sql`${column} < (${to}::date + 1)::timestamp at time zone ${zone}`}`;

/** Organizations of a reach; a matrix or an event without one belongs to the whole installation. */
export function ofOrganizations(
  column: RawBuilder<unknown>,
  { reach, org }: Pick<ExportScope, 'reach' | 'org'>,
): RawBuilder<unknown> {
  const within = reach.all
    ? sql`true`
    : sql`coalesce(${column} = any(${[...reach.organizationIds]}::int[]), false)`;
  if (org === 'none') return sql`(${within} and ${column} is null)`;
  return org === 'all' ? within : sql`(${within} and coalesce(${column} = ${org}, false))`;
}
