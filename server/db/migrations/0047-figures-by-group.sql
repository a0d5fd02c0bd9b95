-- CMP-03: people in groups that add up, a rate of those who have something due.

-- What was counted by the former definitions goes; everybody is counted anew, and the days of the trend from the records.
delete from figure_changes;
delete from person_figures;
delete from group_figures;
delete from past_days;
delete from figure_days;

alter table person_figures 
  add column completions integer not null,
  add column required integer not null,
  add column required_open integer not null,
  add column required_late integer not null,
  add column is_due boolean not null;
comment on column person_figures.total is 'Modules, each once.';
comment on column person_figures.completed is 'Modules whose current cycle is completed and valid.';
comment on column person_figures.expired is 'Modules whose last completion has expired, whether or not a renewal is open.';
comment on column person_figures.completions is 'Completed cycles of all modules, valid or not.';
comment on column person_figures.required_open is 'Required modules that are open and neither overdue nor expired.';
comment on column person_figures.required_late is 'Required modules that are overdue or expired.';
comment on column person_figures.is_due is 'Something required is due today or was due.';
drop index person_figures_worst_index;
drop index person_figures_organization_index;
create index person_figures_worst_index on person_figures (required_late desc, user_id) where is_active;
create index person_figures_organization_index on person_figures (organization_id, required_late desc, user_id) where is_active;

alter table past_figures 
  add column completions integer not null,
  add column required integer not null,
  add column required_open integer not null,
  add column required_late integer not null,
  add column is_due boolean not null;

alter table group_figures
  drop column compliant,
  drop column pending_people,
  add column on_track integer not null,
  add column complete integer not null,
  add column never_signed_in integer not null,
  add column due_people integer not null,
  add column completions bigint not null;
comment on column group_figures.overdue_people is 'People with something required that is overdue or expired.';
comment on column group_figures.never_signed_in is 'Those of the people on track who never signed in.';
comment on column group_figures.due_people is 'People with something required that is due today or was due.';

alter table figure_days
  drop column compliant,
  add column due_people integer not null;

create or replace function mark_changed_assignments() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into figure_changes (user_id)
  select user_id from (select id, user_id, module_id, cycle, status, due_date, next_renewal_date, assigned_date, started_at, completed_at, is_required from new_rows except select id, user_id, module_id, cycle, status, due_date, next_renewal_date, assigned_date, started_at, completed_at, is_required from old_rows) d
  union
  select user_id from (select id, user_id, module_id, cycle, status, due_date, next_renewal_date, assigned_date, started_at, completed_at, is_required from old_rows except select id, user_id, module_id, cycle, status, due_date, next_renewal_date, assigned_date, started_at, completed_at, is_required from new_rows) d;
  return null;
end $$;

insert into figure_changes (user_id) select id from users where erased_at is null order by id;
