-- CMP-03, PERF-01: figures of 5,000,000 trainings at once.

-- CMP-03, PERF-01: figures of people and groups that need not be counted anew at each look. Writers only leave the ids of
-- whom they changed, so that nobody waits for anybody; the fold counts those people again, and readers count them directly
-- until then.
create table person_figures (
  user_id text primary key,
  organization_id integer,
  department_id integer,
  role text not null,
  is_active boolean not null,
  has_signed_in boolean not null,
  total integer not null,
  completed integer not null,
  in_progress integer not null,
  not_started integer not null,
  overdue integer not null,
  expired integer not null,
  completion_seconds numeric not null,
  last_change timestamptz,
  next_change_on date
);
comment on table person_figures is 'Counts of a person as the fold found them; people in figure_changes, or whose day has come, are counted anew.';
comment on column person_figures.last_change is 'When a training was last begun or completed.';
comment on column person_figures.next_change_on is 'The next day in the organization''s zone on which the counts change by themselves.';
create index person_figures_next_change_index on person_figures (next_change_on) where next_change_on is not null;
create index person_figures_worst_index on person_figures (overdue desc, user_id) where is_active;
create index person_figures_organization_index on person_figures (organization_id, overdue desc, user_id) where is_active;

create table group_figures (
  organization_id integer,
  department_id integer,
  role text not null,
  people integer not null,
  active integer not null,
  compliant integer not null,
  overdue_people integer not null,
  pending_people integer not null,
  total bigint not null,
  completed bigint not null,
  overdue bigint not null,
  completion_seconds numeric not null
);
comment on table group_figures is 'Sums over person_figures, written by the fold only; all but people are of active people.';
create unique index group_figures_key on group_figures (organization_id, department_id, role) nulls not distinct;
alter table group_figures set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

create table figure_changes (
  id bigint generated always as identity primary key,
  user_id text not null
);
comment on table figure_changes is 'Whose figures changed since the fold last counted them; written by triggers only.';
alter table figure_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Triggers of whole statements; those of changes look for what figures are made of, so that progress leaves nothing.
create function mark_new_figures() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_name = 'users' then
    insert into figure_changes (user_id) select id from new_rows;
  else
    insert into figure_changes (user_id) select distinct user_id from new_rows;
  end if;
  return null;
end $$;

create function mark_gone_figures() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_name = 'users' then
    insert into figure_changes (user_id) select id from old_rows;
  else
    insert into figure_changes (user_id) select distinct user_id from old_rows;
  end if;
  return null;
end $$;

create function mark_changed_assignments() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into figure_changes (user_id)
  select user_id from (select id, user_id, module_id, status, due_date, next_renewal_date, assigned_date, started_at, completed_at from new_rows except select id, user_id, module_id, status, due_date, next_renewal_date, assigned_date, started_at, completed_at from old_rows) d
  union
  select user_id from (select id, user_id, module_id, status, due_date, next_renewal_date, assigned_date, started_at, completed_at from old_rows except select id, user_id, module_id, status, due_date, next_renewal_date, assigned_date, started_at, completed_at from new_rows) d;
  return null;
end $$;

create function mark_changed_people() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into figure_changes (user_id)
  select id from (select id, organization_id, department_id, role, is_active, last_sign_in_at is null, erased_at is null from new_rows except select id, organization_id, department_id, role, is_active, last_sign_in_at is null, erased_at is null from old_rows) d;
  return null;
end $$;

create function mark_people_of_zone() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into figure_changes (user_id)
  select u.id from users u
  where u.organization_id in (select id from (select id, time_zone from new_rows except select id, time_zone from old_rows) d);
  return null;
end $$;

create trigger figures_insert after insert on training_assignments referencing new table as new_rows
  for each statement execute function mark_new_figures();
create trigger figures_update after update on training_assignments referencing old table as old_rows new table as new_rows
  for each statement execute function mark_changed_assignments();
create trigger figures_delete after delete on training_assignments referencing old table as old_rows
  for each statement execute function mark_gone_figures();
create trigger figures_insert after insert on users referencing new table as new_rows
  for each statement execute function mark_new_figures();
create trigger figures_update after update on users referencing old table as old_rows new table as new_rows
  for each statement execute function mark_changed_people();
create trigger figures_delete after delete on users referencing old table as old_rows
  for each statement execute function mark_gone_figures();
create trigger figures_update after update on organizations referencing old table as old_rows new table as new_rows
  for each statement execute function mark_people_of_zone();

insert into figure_changes (user_id) select id from users where erased_at is null order by id;
