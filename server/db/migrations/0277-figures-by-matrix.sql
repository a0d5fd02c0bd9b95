-- MTX-01, PERF-03: how many people have a matrix, are members of it or wait in it, without looking at all of them.

create table person_matrix_figures (
  user_id text not null,
  matrix_id integer not null,
  organization_id integer,
  is_assigned boolean not null,
  is_member boolean not null,
  is_waiting boolean not null,
  primary key (user_id, matrix_id)
);
comment on table person_matrix_figures is 'What a person and a matrix have to do with each other, as the fold found it; there is no row if it is nothing.';
comment on column person_matrix_figures.is_assigned is 'A member, or somebody with a training of the matrix that is not voided.';
comment on column person_matrix_figures.is_waiting is 'In the matrix, without something that it requires.';
create index person_matrix_figures_matrix_index on person_matrix_figures (matrix_id, organization_id, user_id);

create table matrix_figures (
  matrix_id integer not null,
  organization_id integer,
  people integer not null,
  members integer not null,
  waiting integer not null
);
comment on table matrix_figures is 'Sums over person_matrix_figures by matrix and organization of the people; written by the fold only.';
comment on column matrix_figures.people is 'People to whom the matrix is assigned.';
create unique index matrix_figures_key on matrix_figures (matrix_id, organization_id) nulls not distinct;
create index matrix_figures_empty_index on matrix_figures (matrix_id) where people = 0 and waiting = 0;

create table matrix_changes (
  id bigint generated always as identity primary key,
  matrix_id integer not null
);
comment on table matrix_changes is 'Which matrices, or modules of them, changed since the fold last counted their people; written by triggers only.';


create function mark_new_matrices() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_name = 'training_matrices' then
    insert into matrix_changes (matrix_id) select id from new_rows;
  else
    insert into matrix_changes (matrix_id) select distinct matrix_id from new_rows;
  end if;
  return null;
end $$;

create function mark_gone_matrices() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_name = 'training_matrices' then
    insert into matrix_changes (matrix_id) select id from old_rows;
  else
    insert into matrix_changes (matrix_id) select distinct matrix_id from old_rows;
  end if;
  return null;
end $$;

create function mark_changed_matrices() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into matrix_changes (matrix_id)
  select id from (
    select id, organization_id, department_id, job_title, archived_at is null from new_rows
    except select id, organization_id, department_id, job_title, archived_at is null from old_rows) d;
  return null;
end $$;

create function mark_changed_entries() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into matrix_changes (matrix_id)
  select matrix_id from (select id, matrix_id, module_id, is_required from new_rows except select id, matrix_id, module_id, is_required from old_rows) d
  union
  select matrix_id from (select id, matrix_id, module_id, is_required from old_rows except select id, matrix_id, module_id, is_required from new_rows) d;
  return null;
end $$;

create function mark_matrices_of_modules() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into matrix_changes (matrix_id)
  select distinct e.matrix_id from training_matrix e where e.module_id in (
    select id from (
      select id, is_active, retired_at is null, organization_id from new_rows
      except select id, is_active, retired_at is null, organization_id from old_rows) d);
  return null;
end $$;

create trigger figures_insert after insert on training_matrices referencing new table as new_rows
  for each statement execute function mark_new_matrices();
create trigger figures_update after update on training_matrices referencing old table as old_rows new table as new_rows
  for each statement execute function mark_changed_matrices();
create trigger figures_delete after delete on training_matrices referencing old table as old_rows
  for each statement execute function mark_gone_matrices();
create trigger figures_insert after insert on training_matrix referencing new table as new_rows
  for each statement execute function mark_new_matrices();
create trigger figures_update after update on training_matrix referencing old table as old_rows new table as new_rows
  for each statement execute function mark_changed_entries();
create trigger figures_delete after delete on training_matrix referencing old table as old_rows
  for each statement execute function mark_gone_matrices();
create trigger figures_update after update on training_modules referencing old table as old_rows new table as new_rows
  for each statement execute function mark_matrices_of_modules();

-- A member is a person whose figures change, and so is who gets another job title or whose training goes to another matrix.
create trigger figures_insert after insert on matrix_members referencing new table as new_rows
  for each statement execute function mark_new_figures();
create trigger figures_update after update on matrix_members referencing new table as new_rows
  for each statement execute function mark_new_figures();
create trigger figures_delete after delete on matrix_members referencing old table as old_rows
  for each statement execute function mark_gone_figures();

create or replace function mark_changed_people() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into figure_changes (user_id)
  select id from (
    select id, organization_id, department_id, job_title, role, is_active, last_sign_in_at is null, must_change_password, erased_at is null from new_rows
    except select id, organization_id, department_id, job_title, role, is_active, last_sign_in_at is null, must_change_password, erased_at is null from old_rows) d;
  return null;
end $$;

create or replace function mark_changed_assignments() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into figure_changes (user_id)
  select user_id from (
    select id, user_id, module_id, matrix_id, cycle, status, due_date, next_renewal_date, assigned_date, started_at, completed_at, is_required from new_rows
    except select id, user_id, module_id, matrix_id, cycle, status, due_date, next_renewal_date, assigned_date, started_at, completed_at, is_required from old_rows) d
  union
  select user_id from (
    select id, user_id, module_id, matrix_id, cycle, status, due_date, next_renewal_date, assigned_date, started_at, completed_at, is_required from old_rows
    except select id, user_id, module_id, matrix_id, cycle, status, due_date, next_renewal_date, assigned_date, started_at, completed_at, is_required from new_rows) d;
  return null;
end $$;

insert into matrix_changes (matrix_id) select id from training_matrices;
