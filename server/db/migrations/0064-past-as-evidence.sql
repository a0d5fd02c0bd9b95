-- AUD-04: what figures and reports read of the past can be made again and compared; the invented past of a demo is in the
-- trail.

-- AUD-04: days that were worked out from the records are what the records say at every moment: each change that makes them
-- other days marks them. A completion of this moment makes no past day another one; within a quarter of an hour days are
-- seen.
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
    select user_id, least(case when count(assigned_date) = 1 or min(assigned_date) <> max(assigned_date) then min(assigned_date) end,
      case when count(completed_at) = 1 or min(completed_at) <> max(completed_at) then min(completed_at) end,
      case when count(voided_at) = 1 or min(voided_at) <> max(voided_at) then min(voided_at) end,
      case when count(due_date) = 1 or min(due_date) <> max(due_date) then min(due_date)::timestamp at time zone 'UTC' end,
      case when count(next_renewal_date) = 1 or min(next_renewal_date) <> max(next_renewal_date) then min(next_renewal_date)::timestamp at time zone 'UTC' end,
      case when count(required_to) = 1 or min(required_to) <> max(required_to) then min(required_to) end) as past
    from (
      select *, coalesce(no_longer_required_at, case when is_required then 'infinity' else assigned_date end) as required_to from (
        (select id, user_id, assigned_date, completed_at, voided_at, due_date, next_renewal_date, is_required, no_longer_required_at from new_rows except select id, user_id, assigned_date, completed_at, voided_at, due_date, next_renewal_date, is_required, no_longer_required_at from old_rows)
        union all
        (select id, user_id, assigned_date, completed_at, voided_at, due_date, next_renewal_date, is_required, no_longer_required_at from old_rows except select id, user_id, assigned_date, completed_at, voided_at, due_date, next_renewal_date, is_required, no_longer_required_at from new_rows)
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

-- The invented past of demo data from before is written to the trail, where `verify` takes it for what came before.
do $past$ begin
  if not exists (select from audit.events where kind = 'command' and action = 'demo.past') then
    return;
  end if;
  perform audit.begin_command('system.migrate', null, 'The invented past of the demo data is written to the trail.', '{}')
  where (audit.open_command()).id is null;
  set local timezone = 'UTC';
  perform audit.add_event('insert', c.action, c.actor_id, u.organization_id, a.user_id, 'assignment_history', a.id::text, 'ok', c.id, '{}',
    jsonb_build_object('after', jsonb_build_object('rows', coalesce(
      (select jsonb_agg(to_jsonb(h) order by h.replaced_at) from assignment_history h where h.assignment_id = a.id), '[]')))::text)
  from training_assignments a join users u on u.id = a.user_id cross join audit.open_command() c;
  perform audit.add_event('insert', c.action, c.actor_id, u.organization_id, u.id, 'sign_in_history', u.id, 'ok', c.id, '{}',
    jsonb_build_object('after', jsonb_build_object('rows', coalesce(
      (select jsonb_agg(to_jsonb(h) order by h.at) from sign_in_history h where h.user_id = u.id), '[]')))::text)
  from users u cross join audit.open_command() c;
end $past$;
