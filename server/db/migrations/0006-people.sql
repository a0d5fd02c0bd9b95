-- USR-07, PERF-01: what 100,000 people need.

-- USR-07: lists of 100,000 people in the order of an index, and found by any part of name or email. The text of the search
-- must be the one of `searchText` in the people's queries.
create index users_role_name_index on users (role, lower(last_name), lower(first_name), id);
create index users_organization_name_index on users (organization_id, lower(last_name), lower(first_name), id);
create index users_created_index on users (created_at, id);
create index users_onboarding_index on users (lower(last_name), lower(first_name), id) where not onboarding_completed;
create index users_inactive_index on users (lower(last_name), lower(first_name), id) where not is_active;

-- Trusted since PostgreSQL 13: the owner of the database may make the extension. Where that cannot be, a search still finds
-- everybody, only without an index.
do $$
declare
  place name := (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm');
begin
  if place is null then
    create schema extensions;
    create extension pg_trgm schema extensions;
    place := 'extensions';
  end if;
  execute format('create index users_search_index on users using gin
    (lower(coalesce(first_name || '' '', '''') || coalesce(last_name, '''') || chr(10) || email) %I.gin_trgm_ops)', place);
exception when insufficient_privilege or undefined_file or feature_not_supported or duplicate_schema then
  raise warning 'users_search_index is missing, because the extension pg_trgm is not to be had: %', sqlerrm;
end $$;

-- USR-07: how many people there are, without reading all of them. A change of people leaves its difference as a row of its
-- own, so that nobody waits for anybody; the sum is exact in every snapshot. Now and then the rows are put together.
create table people_counts (
  id bigint generated always as identity primary key,
  organization_id integer,
  role text not null,
  is_active boolean not null,
  onboarding_completed boolean not null,
  people integer not null,
  created_at timestamptz not null default app_now()
);
comment on table people_counts is 'Sums over users that are not erased; written by the triggers of users only.';
-- Always small and read whole.
alter table people_counts set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

create function fold_people_counts() returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  with old as (select id from people_counts for update skip locked),
  gone as (delete from people_counts c using old where c.id = old.id returning c.*)
  insert into people_counts (organization_id, role, is_active, onboarding_completed, people)
  select organization_id, role, is_active, onboarding_completed, sum(people) from gone
  group by 1, 2, 3, 4 having sum(people) <> 0;
end $$;

create function recount_people() returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  lock table users in share mode;
  delete from people_counts;
  insert into people_counts (organization_id, role, is_active, onboarding_completed, people)
  select organization_id, role, is_active, onboarding_completed, count(*) from users where erased_at is null
  group by 1, 2, 3, 4;
end $$;
revoke execute on function recount_people(), fold_people_counts() from public;

create function count_new_people() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  written integer;
begin
  insert into people_counts (organization_id, role, is_active, onboarding_completed, people)
  select organization_id, role, is_active, onboarding_completed, count(*) from new_rows where erased_at is null
  group by 1, 2, 3, 4;
  get diagnostics written = row_count;
  perform fold_people_counts() from people_counts_id_seq where last_value % 250 < written;
  return null;
end $$;
create trigger counts_insert after insert on users referencing new table as new_rows
  for each statement execute function count_new_people();

create function count_changed_people() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  written integer;
begin
  insert into people_counts (organization_id, role, is_active, onboarding_completed, people)
  select organization_id, role, is_active, onboarding_completed, sum(n) from (
    select organization_id, role, is_active, onboarding_completed, 1 as n from new_rows where erased_at is null
    union all
    select organization_id, role, is_active, onboarding_completed, -1 from old_rows where erased_at is null) d
  group by 1, 2, 3, 4 having sum(n) <> 0;
  get diagnostics written = row_count;
  perform fold_people_counts() from people_counts_id_seq where last_value % 250 < written;
  return null;
end $$;
create trigger counts_update after update on users referencing old table as old_rows new table as new_rows
  for each statement execute function count_changed_people();

create function count_gone_people() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into people_counts (organization_id, role, is_active, onboarding_completed, people)
  select organization_id, role, is_active, onboarding_completed, -count(*) from old_rows where erased_at is null
  group by 1, 2, 3, 4;
  return null;
end $$;
create trigger counts_delete after delete on users referencing old table as old_rows
  for each statement execute function count_gone_people();

select recount_people();
