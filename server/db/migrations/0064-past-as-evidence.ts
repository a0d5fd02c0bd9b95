import { sql, type Kysely } from 'kysely';
import { givePastSql } from '#server/db/schema/history.ts';
import { openMigrationCommand } from './support.ts';

/** Columns of assignments that days are worked out from. */
const columns =
  'id, user_id, assigned_date, completed_at, voided_at, due_date, next_renewal_date, is_required, no_longer_required_at';

/** Of both states of a row: the earlier value of a column that may be null, where it was changed. */
const earlier = (column: string, instant = `min(${column})`): string =>
  `case when count(${column}) = 1 or min(${column}) <> max(${column}) then ${instant} end`;
const ofDay = (column: string): string => earlier(column, `min(${column})::timestamp at time zone 'UTC'`);

/**
 * AUD-04: days that were worked out from the records are what the records say at every moment: each change that makes them other
 * days marks them. A completion of this moment makes no past day another one; within a quarter of an hour days are seen.
 */
const marksSql = `
create or replace function mark_past_assignments() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into figure_changes (user_id, since)
  select user_id, min(assigned_date)::date from new_rows where assigned_date < app_now() - interval '15 minutes' group by user_id;
  return null;
end $$;

create or replace function mark_past_changes() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into figure_changes (user_id, since)
  select user_id, min(past)::date from (
    select user_id, least(${[
      earlier('assigned_date'),
      earlier('completed_at'),
      earlier('voided_at'),
      ofDay('due_date'),
      ofDay('next_renewal_date'),
      earlier('required_to'),
    ].join(',\n      ')}) as past
    from (
      select *, coalesce(no_longer_required_at, case when is_required then 'infinity' else assigned_date end) as required_to from (
        (select ${columns} from new_rows except select ${columns} from old_rows)
        union all
        (select ${columns} from old_rows except select ${columns} from new_rows)
      ) both_states
    ) d group by id, user_id
  ) c
  where past < app_now() - interval '15 minutes' group by user_id;
  return null;
end $$;

-- The days of another zone begin at other moments: all of them are worked out again.
create or replace function mark_people_of_zone() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into figure_changes (user_id, since)
  select distinct p.user_id, date '0001-01-01' from user_periods p
  where p.organization_id in (select id from (select id, time_zone from new_rows except select id, time_zone from old_rows) d);
  return null;
end $$;

-- What changed since they were worked out is not known: they are worked out again.
delete from figure_days where from_records;
`;

/** AUD-04: what figures and reports read of the past can be made again and compared; the invented past of a demo is in the trail. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(marksSql).execute(db);
  await givePastOfDemo(db);
}

/** Writes the invented past of demo data from before to the trail; other installations have none. */
export async function givePastOfDemo(db: Kysely<never>): Promise<void> {
  const { rows } = await sql`
    select from audit.events where kind = 'command' and action = 'demo.past' limit 1`.execute(db);
  if (rows.length === 0) return;
  await openMigrationCommand(db, 'The invented past of the demo data is written to the trail.');
  await sql.raw(givePastSql).execute(db);
}
