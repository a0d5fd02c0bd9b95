/** SPEC §3 users with their history (DESIGN rule 7), grants (AUTH-14) and the emails that may not return (USR-08). */
export const peopleSql = `
create table users (
  id text primary key default 'u_' || replace(gen_random_uuid()::text, '-', ''),
  email text not null check (email = btrim(email) and email <> ''),
  first_name text,
  last_name text,
  profile_image_url text,
  role text not null default 'learner' check (role in ('admin', 'manager', 'learner')),
  organization_id integer references organizations,
  department_id integer,
  manager_id text references users check (manager_id <> id),
  job_title text check (length(job_title) <= 200),
  is_active boolean not null default true,
  password_hash text,
  password_changed_at timestamptz,
  must_change_password boolean not null default false,
  require_password_change boolean not null default false,
  onboarded_at timestamptz,
  onboarding_completed boolean not null default false,
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  pending_email text,
  erased_at timestamptz,
  last_sign_in_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  foreign key (department_id, organization_id) references departments (id, organization_id),
  check (department_id is null or organization_id is not null)
);
comment on column users.require_password_change is 'A new password is asked once, at the next sign-in (AUTH-07).';
create unique index users_email_key on users (lower(email));
create index users_organization_index on users (organization_id);
create index users_department_index on users (department_id, organization_id);
create index users_manager_index on users (manager_id);
create index users_name_index on users (lower(last_name), lower(first_name), id);
create index users_role_index on users (role) where role <> 'learner';
create index users_job_title_index on users (lower(job_title));
-- Signing in is no change of the record: it must not make an edit under way stale.
create trigger touch before update on users for each row
  when (to_jsonb(old) - 'last_sign_in_at' is distinct from to_jsonb(new) - 'last_sign_in_at') execute function touch_row();

create table user_periods (
  id integer generated always as identity primary key,
  user_id text not null references users,
  organization_id integer references organizations,
  department_id integer references departments,
  manager_id text references users,
  job_title text,
  role text not null check (role in ('admin', 'manager', 'learner')),
  is_active boolean not null,
  valid_from timestamptz not null,
  valid_to timestamptz check (valid_to > valid_from),
  unique (user_id, valid_from)
);
comment on table user_periods is 'Where a person stood, half-open from valid_from to valid_to; written by a trigger on users only.';
create unique index user_periods_open_key on user_periods (user_id) where valid_to is null;
create index user_periods_organization_index on user_periods (organization_id, valid_from);
create index user_periods_department_index on user_periods (department_id);
create index user_periods_manager_index on user_periods (manager_id);

create table user_grants (
  id integer generated always as identity primary key,
  user_id text not null references users,
  kind text not null check (kind in ('hr', 'inspector')),
  organization_id integer not null references organizations,
  valid_from timestamptz not null default app_now(),
  valid_until timestamptz check (valid_until > valid_from),
  granted_by text references users,
  revoked_at timestamptz,
  revoked_by text references users,
  created_at timestamptz not null default app_now(),
  check (kind <> 'inspector' or valid_until is not null)
);
create unique index user_grants_open_key on user_grants (user_id, kind, organization_id) where revoked_at is null;
create index user_grants_user_index on user_grants (user_id);
create index user_grants_organization_index on user_grants (organization_id);
create index user_grants_granted_by_index on user_grants (granted_by);
create index user_grants_revoked_by_index on user_grants (revoked_by);

create table retired_emails (
  email_hmac text primary key check (email_hmac ~ '^[0-9a-f]{64}$'),
  user_id text not null references users,
  retired_at timestamptz not null default app_now()
);
comment on table retired_emails is 'Keyed hashes of erased and former addresses, which nobody else may get; the key stands outside the database.';
create index retired_emails_user_index on retired_emails (user_id);
`;

/**
 * DESIGN rule 7 and USR-02: the trigger that keeps `user_periods`, and the one that makes loops of managers impossible.
 * A loop raises TT010. Changes of managers take turns, because two that are each legal can close a loop together.
 */
export const peopleTriggersSql = `
-- EXCEPT instead of joins of the transition tables: a plan that was kept from a change of one row would compare all with all.
create function refuse_manager_loop(changed text[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  looping text;
begin
  if cardinality(changed) = 0 then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('users.manager_id'));
  with recursive chain (start_id, at_id) as (
    select id, manager_id from users where id = any (changed)
    union
    select chain.start_id, users.manager_id
    from chain join users on users.id = chain.at_id
    where users.manager_id is not null and chain.at_id <> chain.start_id
  )
  select start_id into looping from chain where at_id = start_id limit 1;
  if looping is not null then
    raise exception 'the managers of % would form a loop', looping using errcode = 'TT010', column = 'manager_id', table = 'users';
  end if;
end $$;

create function check_new_managers() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform refuse_manager_loop(array(select id from new_rows where manager_id is not null));
  return null;
end $$;
create trigger manager_loop_insert after insert on users referencing new table as new_rows
  for each statement execute function check_new_managers();

create function check_changed_managers() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform refuse_manager_loop(array(
    select id from (select id, manager_id from new_rows where manager_id is not null except select id, manager_id from old_rows) d));
  return null;
end $$;
create trigger manager_loop_update after update on users referencing old table as old_rows new table as new_rows
  for each statement execute function check_changed_managers();

create function open_user_periods() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into user_periods (user_id, organization_id, department_id, manager_id, job_title, role, is_active, valid_from)
  select id, organization_id, department_id, manager_id, job_title, role, is_active, app_now() from new_rows;
  return null;
end $$;
create trigger periods_insert after insert on users referencing new table as new_rows
  for each statement execute function open_user_periods();

create function follow_user_periods() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  moved text[];
begin
  moved := array(select id from (
    select id, organization_id, department_id, manager_id, job_title, role, is_active from new_rows
    except
    select id, organization_id, department_id, manager_id, job_title, role, is_active from old_rows) d);
  if cardinality(moved) = 0 then
    return null;
  end if;
  -- Several changes in one transaction happen at one instant: the period that it opened is corrected, not closed.
  update user_periods p
  set organization_id = n.organization_id, department_id = n.department_id, manager_id = n.manager_id,
      job_title = n.job_title, role = n.role, is_active = n.is_active
  from users n
  where n.id in (select unnest(moved)) and p.user_id = n.id and p.valid_to is null and p.valid_from >= app_now();
  update user_periods p set valid_to = app_now()
  where p.user_id in (select unnest(moved)) and p.valid_to is null and p.valid_from < app_now();
  insert into user_periods (user_id, organization_id, department_id, manager_id, job_title, role, is_active, valid_from)
  select n.id, n.organization_id, n.department_id, n.manager_id, n.job_title, n.role, n.is_active, app_now()
  from users n
  where n.id in (select unnest(moved))
    and not exists (select 1 from user_periods p where p.user_id = n.id and p.valid_to is null);
  return null;
end $$;
create trigger periods_update after update on users referencing old table as old_rows new table as new_rows
  for each statement execute function follow_user_periods();
`;

/** AUTH-13: the one function behind every reach of a manager. It ends even where managers run in a circle. */
export const peopleReachSql = `
create function reports_of(manager text) returns setof text language sql stable parallel safe as $$
  with recursive below (id) as (
    select users.id from users where users.manager_id = manager
    union
    select users.id from users join below on users.manager_id = below.id
  )
  select below.id from below where below.id <> manager
$$;
comment on function reports_of(text) is 'Ids of the direct and indirect reports of a person.';
`;

/** AUTH-16: links to the former address, which is in their payload. */
export const emailStopSql = `
alter table one_time_tokens drop constraint one_time_tokens_kind_check;
alter table one_time_tokens add constraint one_time_tokens_kind_check
  check (kind in ('password_reset', 'email_confirmation', 'email_stop', 'invitation', 'cv_request'));
comment on column one_time_tokens.payload is 'Of a link that stops the change of an email, the address that comes back.';
`;
