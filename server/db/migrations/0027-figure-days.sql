-- CMP-01: the trend of the compliance dashboard without counting the past at each look.

create table figure_days (
  organization_id integer,
  day date not null,
  active integer not null,
  compliant integer not null,
  overdue_people integer not null,
  total bigint not null,
  completed bigint not null,
  from_records boolean not null
);
comment on table figure_days is 'Figures of active people as each day of the organization''s zone began (CMP-01).';
comment on column figure_days.organization_id is 'Null for people without an organization.';
comment on column figure_days.from_records is 'Worked out afterwards from the dates of assignments, not seen on that day.';
create unique index figure_days_key on figure_days (organization_id, day) nulls not distinct;
create index figure_days_day_index on figure_days (day);

alter table figure_changes add column since date;
comment on column figure_changes.since is 'From when on days that are past are other ones now: something was recorded afterwards.';

-- What is recorded of the past changes days that were worked out before: a training brought in, or completed then.
create function mark_past_assignments() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into figure_changes (user_id, since)
  select user_id, min(assigned_date)::date from new_rows where assigned_date < app_now() - interval '1 day' group by user_id;
  return null;
end $$;

create function mark_past_changes() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into figure_changes (user_id, since)
  select user_id, min(past)::date from (
    select user_id, assigned_date as past from (select id, user_id, assigned_date from new_rows except select id, user_id, assigned_date from old_rows) a
    union all
    select user_id, completed_at from (select id, user_id, status, completed_at from new_rows except select id, user_id, status, completed_at from old_rows) c
    where status = 'completed'
  ) d
  where past < app_now() - interval '1 day' group by user_id;
  return null;
end $$;

create trigger figures_past_insert after insert on training_assignments referencing new table as new_rows
  for each statement execute function mark_past_assignments();
create trigger figures_past_update after update on training_assignments referencing old table as old_rows new table as new_rows
  for each statement execute function mark_past_changes();
