-- The tables of SPEC §3 as DESIGN 'The data' has them.

-- DESIGN rule 11: the one clock of the product. `app_now()` is the instant of the transaction, `today_in(zone)` the
-- calendar date there. Both are plain SQL so that the planner inlines them.
create function app_now() returns timestamptz language sql stable parallel safe as 'select now()';
comment on function app_now() is 'The clock of the product: the instant at which the transaction began.';

create function today_in(zone text) returns date language sql stable parallel safe
  as 'select (app_now() at time zone zone)::date';
comment on function today_in(text) is 'Calendar date in an IANA time zone.';

create function is_time_zone(zone text) returns boolean language plpgsql immutable strict as $$
begin
  perform timestamptz '2000-01-01 00:00+00' at time zone zone;
  return zone !~ '^[+-]?[0-9]' and zone !~* '^posix|^right';
exception when invalid_parameter_value then
  return false;
end $$;
comment on function is_time_zone(text) is 'True for a named time zone that this server knows.';

-- If-Match compares revisions: an instant would not do, because several changes of one transaction share it.
create function touch_row() returns trigger language plpgsql as $$
begin
  new.updated_at := app_now();
  new.revision := old.revision + 1;
  return new;
end $$;

-- SPEC §3 organizations and departments (ORG-01…04).
create table organizations (
  id integer generated always as identity primary key,
  name text not null check (btrim(name) <> ''),
  description text,
  type text not null default 'Medical Training' check (btrim(type) <> ''),
  is_active boolean not null default true,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  time_zone text not null default 'UTC' check (is_time_zone(time_zone)),
  title_pattern text,
  show_on_landing boolean not null default false,
  max_session_timeout integer not null default 480 check (max_session_timeout between 5 and 480),
  archived_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
comment on column organizations.title_pattern is 'Text in module titles that marks the family of this organization.';
comment on column organizations.max_session_timeout is 'Minutes.';
create index organizations_name_index on organizations (lower(name));
create index organizations_landing_index on organizations (name) where show_on_landing and is_active;
create trigger touch before update on organizations for each row execute function touch_row();

create table departments (
  id integer generated always as identity primary key,
  name text not null check (btrim(name) <> ''),
  organization_id integer not null references organizations,
  description text,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  unique (id, organization_id)
);
create unique index departments_name_key on departments (organization_id, lower(name));
create trigger touch before update on departments for each row execute function touch_row();

-- SPEC §3 users with their history (DESIGN rule 7), grants (AUTH-14) and the emails that may not return (USR-08).
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

-- DESIGN rule 7 and USR-02: the trigger that keeps `user_periods`, and the one that makes loops of managers impossible. A
-- loop raises TT010. Changes of managers take turns, because two that are each legal can close a loop together.
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

-- AUTH-13: the one function behind every reach of a manager. It ends even where managers run in a circle.
create function reports_of(manager text) returns setof text language sql stable parallel safe as $$
  with recursive below (id) as (
    select users.id from users where users.manager_id = manager
    union
    select users.id from users join below on users.manager_id = below.id
  )
  select below.id from below where below.id <> manager
$$;
comment on function reports_of(text) is 'Ids of the direct and indirect reports of a person.';

-- Sign-in: sessions (SPEC §3, AUTH-05), assigned passwords (AUTH-08), throttles (AUTH-11), one-time links (AUTH-10,
-- AUTH-16).
create table sessions (
  sid text primary key check (sid ~ '^[0-9a-f]{64}$'),
  sess jsonb not null default '{}',
  expire timestamptz not null,
  user_id text references users,
  created_at timestamptz not null default app_now(),
  last_input_at timestamptz not null default app_now(),
  absolute_expire timestamptz not null,
  idle_minutes integer not null default 60 check (idle_minutes between 5 and 480),
  ip text,
  user_agent text,
  auth_method text check (auth_method in ('password', 'provider', 'password_totp', 'recovery_code')),
  strong_auth_at timestamptz
);
comment on column sessions.sid is 'SHA-256 of the cookie value, never the value.';
comment on column sessions.strong_auth_at is 'When all factors were last given in this session (SIG-03).';
create index sessions_user_index on sessions (user_id);
create index sessions_expire_index on sessions (expire);

create table temporary_credentials (
  id integer generated always as identity primary key,
  user_id text not null references users,
  kind text not null check (kind in ('preset', 'generated', 'set')),
  ciphertext text,
  key_id text not null,
  issued_by text references users,
  issued_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  ended_at timestamptz
);
comment on column temporary_credentials.ciphertext is 'AES-256-GCM, null as soon as the credential has ended.';
comment on column temporary_credentials.ended_at is 'Set when its owner chose a password, or a later credential replaced it.';
create unique index temporary_credentials_open_key on temporary_credentials (user_id) where ended_at is null;
create index temporary_credentials_user_index on temporary_credentials (user_id);
create index temporary_credentials_issued_by_index on temporary_credentials (issued_by);
create index temporary_credentials_expiry_index on temporary_credentials (expires_at) where ciphertext is not null;

create table sign_in_throttles (
  key text primary key,
  failures integer not null default 0 check (failures >= 0),
  first_failed_at timestamptz,
  last_failed_at timestamptz,
  blocked_until timestamptz,
  locked_at timestamptz
);
comment on column sign_in_throttles.key is 'Kind of subject and its keyed hash: an account or an address.';
create index sign_in_throttles_age_index on sign_in_throttles (last_failed_at);

create table one_time_tokens (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('password_reset', 'email_confirmation', 'invitation')),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id text not null references users,
  payload jsonb not null default '{}',
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_user_index on one_time_tokens (user_id, kind);
create index one_time_tokens_expiry_index on one_time_tokens (expires_at);

-- Stored files by SHA-256 (DESIGN rule 9), what was last checked of them (SEC-04), and uploads under way (DESIGN rule 8).
create table files (
  id integer generated always as identity primary key,
  sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint not null check (size >= 0),
  mime text not null,
  pages integer check (pages > 0),
  duration_seconds numeric check (duration_seconds >= 0),
  created_by text references users,
  created_at timestamptz not null default app_now()
);
comment on column files.pages is 'Number of pages of a PDF, null where it has none.';
create index files_created_by_index on files (created_by);

create table file_checks (
  file_id integer primary key references files,
  size bigint,
  fingerprint text,
  checked_at timestamptz not null default app_now(),
  is_intact boolean not null,
  problem text
);
comment on column file_checks.fingerprint is 'Inode and times, or the ETag, as the file store states them.';
comment on table file_checks is 'The facts of the stored object when its hash was last computed (SEC-04).';
create index file_checks_age_index on file_checks (checked_at);
create index file_checks_broken_index on file_checks (file_id) where not is_intact;

create table uploads (
  id text primary key default replace(gen_random_uuid()::text, '-', ''),
  user_id text references users,
  purpose text not null,
  original_name text not null,
  temporary_name text not null unique,
  received_bytes bigint not null default 0 check (received_bytes >= 0),
  state text not null default 'receiving' check (state in ('receiving', 'stored', 'refused', 'abandoned')),
  file_id integer references files,
  problem text,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null default app_now() + interval '1 day'
);
create index uploads_user_index on uploads (user_id);
create index uploads_file_index on uploads (file_id);
create index uploads_expiry_index on uploads (expires_at) where state <> 'stored';

create table module_families (
  code text primary key check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  group_name text not null check (btrim(group_name) <> ''),
  group_position integer not null check (group_position >= 1),
  match_order integer not null unique check (match_order >= 1),
  patterns jsonb not null default '[]' check (jsonb_typeof(patterns) = 'array')
);
comment on column module_families.group_name is 'Heading under which the modules stand; families may share one (SPEC §9).';
comment on column module_families.match_order is 'The first family with a matching pattern is the family of a title.';
comment on column module_families.patterns is 'Rules of SPEC §9 on titles: [{"kind": "prefix"|"contains", "text": text}], without regard to case.';

create table module_categories (
  id integer generated always as identity primary key,
  name text not null check (btrim(name) <> ''),
  color_index integer not null check (color_index between 0 and 5),
  position integer not null,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create unique index module_categories_name_key on module_categories (lower(name));
create index module_categories_position_index on module_categories (position);
create trigger touch before update on module_categories for each row execute function touch_row();

create table training_modules (
  id integer generated always as identity primary key,
  title text not null check (btrim(title) <> ''),
  description text not null,
  reference text check (btrim(reference) <> ''),
  content_type text not null check (content_type in ('video', 'pdf', 'self-learning', 'instructor-led', 'virtual-classroom', 'quiz',
    'presentation', 'webinar', 'hands-on', 'e-learning', 'text', 'placeholder')),
  category_id integer references module_categories on delete set null,
  family text references module_families,
  duration integer not null default 0 check (duration >= 0),
  passing_score numeric(5, 2) check (passing_score between 0 and 100),
  content_creator text,
  completion_policy text not null default 'signed' check (completion_policy in ('signed', 'self_attest', 'quiz')),
  is_active boolean not null default true,
  retired_at timestamptz,
  organization_id integer references organizations,
  created_by text references users,
  current_version_id integer,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
comment on column training_modules.duration is 'Minutes.';
comment on column training_modules.passing_score is 'Percent.';
comment on column training_modules.family is 'Set by hand; null: the family follows from the title (MOD-05).';
comment on column training_modules.organization_id is 'Null: a module of the whole installation.';
create unique index training_modules_reference_key on training_modules (organization_id, lower(reference)) nulls not distinct
  where reference is not null;
create index training_modules_title_index on training_modules (lower(title), id);
create index training_modules_category_index on training_modules (category_id);
create index training_modules_family_index on training_modules (family);
create index training_modules_organization_index on training_modules (organization_id);
create index training_modules_created_by_index on training_modules (created_by);
create index training_modules_current_version_index on training_modules (current_version_id, id);
create trigger touch before update on training_modules for each row execute function touch_row();

create table module_versions (
  id integer generated always as identity primary key,
  module_id integer not null references training_modules on delete cascade,
  number integer not null check (number >= 1),
  status text not null default 'draft' check (status in ('draft', 'published')),
  content text,
  content_url text,
  change_note text,
  effective_from timestamptz,
  content_hash text check (content_hash ~ '^[0-9a-f]{64}$'),
  created_by text references users,
  published_by text references users,
  published_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  unique (module_id, number),
  unique (id, module_id),
  check (status = 'draft' or (content_hash is not null and published_at is not null and effective_from is not null))
);
comment on column module_versions.content_hash is 'SHA-256 over the text and the hashes of the files in their order.';
create unique index module_versions_draft_key on module_versions (module_id) where status = 'draft';
create index module_versions_created_by_index on module_versions (created_by);
create index module_versions_published_by_index on module_versions (published_by);
create trigger touch before update on module_versions for each row execute function touch_row();
-- Deferred, so that a module and its first version can be deleted or made in one transaction.
alter table training_modules add foreign key (current_version_id, id) references module_versions (id, module_id)
  deferrable initially deferred;

create table module_version_files (
  id integer generated always as identity primary key,
  version_id integer not null references module_versions on delete cascade,
  file_id integer not null references files,
  position integer not null check (position >= 0),
  name text not null unique check (name !~ '[/\\]' and btrim(name) <> '' and name not in ('.', '..')),
  original_name text not null,
  uploaded_by text references users,
  uploaded_at timestamptz not null default app_now(),
  unique (version_id, position) deferrable initially deferred
);
comment on column module_version_files.name is 'The {filename} of GET /api/files/{filename}: one file in the whole installation.';
create index module_version_files_file_index on module_version_files (file_id);
create index module_version_files_uploaded_by_index on module_version_files (uploaded_by);

-- SPEC §3 training matrix: the matrices, their entries, explicit members and the templates of §7 (MTX-02, MTX-06).
create table training_matrices (
  id integer generated always as identity primary key,
  name text not null check (btrim(name) <> ''),
  organization_id integer references organizations,
  department_id integer,
  job_title text check (btrim(job_title) <> '' and length(job_title) <= 200),
  template_key text,
  is_active boolean not null default true,
  created_by text references users,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  foreign key (department_id, organization_id) references departments (id, organization_id),
  check (department_id is null or organization_id is not null)
);
comment on column training_matrices.department_id is 'Null matches any department (MTX-06); so do organization and job title.';
create unique index training_matrices_name_key on training_matrices (organization_id, lower(name)) nulls not distinct;
create index training_matrices_name_index on training_matrices (lower(name));
create index training_matrices_department_index on training_matrices (department_id, organization_id);
create index training_matrices_job_title_index on training_matrices (lower(job_title));
create index training_matrices_created_by_index on training_matrices (created_by);
create trigger touch before update on training_matrices for each row execute function touch_row();

create table training_matrix (
  id integer generated always as identity primary key,
  matrix_id integer not null references training_matrices on delete cascade,
  module_id integer not null references training_modules,
  is_required boolean not null default true,
  days_to_due integer not null default 30 check (days_to_due between 0 and 3650),
  renewal_period integer check (renewal_period between 1 and 120),
  created_by text references users,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  unique (matrix_id, module_id)
);
comment on table training_matrix is 'The entries of a matrix, one row a module.';
comment on column training_matrix.renewal_period is 'Months; null: no renewal.';
create index training_matrix_module_index on training_matrix (module_id);
create index training_matrix_created_by_index on training_matrix (created_by);
create trigger touch before update on training_matrix for each row execute function touch_row();

create table matrix_members (
  id integer generated always as identity primary key,
  matrix_id integer not null references training_matrices,
  user_id text not null references users,
  added_by text references users,
  added_at timestamptz not null default app_now(),
  removed_at timestamptz,
  removed_by text references users
);
comment on table matrix_members is 'Explicit membership (MTX-06): ends only by removal.';
create unique index matrix_members_open_key on matrix_members (matrix_id, user_id) where removed_at is null;
create index matrix_members_matrix_index on matrix_members (matrix_id);
create index matrix_members_user_index on matrix_members (user_id);
create index matrix_members_added_by_index on matrix_members (added_by);
create index matrix_members_removed_by_index on matrix_members (removed_by);

create table matrix_templates (
  key text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null unique,
  job_title text,
  family_codes text[] not null default '{}',
  days_to_due integer not null default 30 check (days_to_due between 0 and 3650),
  renewal_period integer check (renewal_period between 1 and 120),
  position integer not null
);
comment on column matrix_templates.family_codes is 'A matrix made from the template starts with the active modules of these families.';
alter table training_matrices add foreign key (template_key) references matrix_templates;
create index training_matrices_template_index on training_matrices (template_key);

-- SPEC §3 training assignments with cycles (DESIGN rule 7), what was seen of their content (VIEW-03), append-only
-- completions.
create table training_assignments (
  id integer generated always as identity primary key,
  user_id text not null references users,
  module_id integer not null references training_modules,
  module_version_id integer,
  assigned_by text,
  assigned_by_user_id text references users,
  assigned_date timestamptz not null default app_now(),
  due_date date,
  status text not null default 'not_started' check (status in ('not_started', 'in_progress', 'completed', 'voided')),
  progress numeric(5, 2) not null default 0 check (progress between 0 and 100),
  score numeric(5, 2) check (score between 0 and 100),
  started_at timestamptz,
  completed_at timestamptz,
  assignment_type text not null default 'manual' check (assignment_type in ('manual', 'matrix', 'onboarding', 'renewal', 'retraining')),
  matrix_id integer references training_matrices,
  renewal_frequency integer check (renewal_frequency between 1 and 120),
  next_renewal_date date,
  is_onboarding_required boolean not null default false,
  is_required boolean not null default true,
  no_longer_required_at timestamptz,
  cycle integer not null default 1 check (cycle >= 1),
  cycle_reason text,
  voided_at timestamptz,
  voided_reason text,
  voided_by text references users,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  unique (user_id, module_id, cycle),
  foreign key (module_version_id, module_id) references module_versions (id, module_id),
  check (status <> 'completed' or completed_at is not null),
  check ((status = 'voided') = (voided_at is not null))
);
comment on column training_assignments.assigned_by is 'What made the assignment where no person did, for example the name of a matrix.';
comment on column training_assignments.due_date is 'Calendar date in the time zone of the organization (LRN-01).';
comment on column training_assignments.renewal_frequency is 'Months.';
comment on column training_assignments.cycle is 'Counts the assignments of one module to one person (MTX-05, MTX-08).';
create unique index training_assignments_open_key on training_assignments (user_id, module_id)
  where status in ('not_started', 'in_progress');
create index training_assignments_module_index on training_assignments (module_id, status);
create index training_assignments_version_index on training_assignments (module_version_id, module_id);
create index training_assignments_due_index on training_assignments (due_date, user_id) where status in ('not_started', 'in_progress');
create index training_assignments_completed_index on training_assignments (completed_at) where completed_at is not null;
create index training_assignments_matrix_index on training_assignments (matrix_id) where matrix_id is not null;
create index training_assignments_renewal_index on training_assignments (next_renewal_date) where next_renewal_date is not null;
create index training_assignments_assigned_by_index on training_assignments (assigned_by_user_id) where assigned_by_user_id is not null;
create index training_assignments_voided_by_index on training_assignments (voided_by) where voided_by is not null;
create trigger touch before update on training_assignments for each row execute function touch_row();

create table viewer_sessions (
  id text primary key default replace(gen_random_uuid()::text, '-', ''),
  assignment_id integer not null references training_assignments,
  module_version_id integer references module_versions,
  started_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  seconds integer not null default 0 check (seconds >= 0),
  counted_pages integer not null default 0 check (counted_pages >= 0),
  counted_seconds numeric not null default 0 check (counted_seconds >= 0),
  credited_until timestamptz,
  declared_progress numeric(5, 2) not null default 0 check (declared_progress between 0 and 100),
  last_file_id integer references files,
  last_position numeric check (last_position >= 0),
  ended_at timestamptz
);
comment on column viewer_sessions.seconds is 'Time spent with the content open, as counted by the server (VIEW-05).';
comment on column viewer_sessions.credited_until is 'Up to when time was used up for pages and seconds that count (VIEW-03).';
comment on column viewer_sessions.declared_progress is 'What the viewer said where the server cannot count parts; only upward.';
comment on column viewer_sessions.last_position is 'Page or second at which the person stopped in the last file.';
comment on column viewer_sessions.counted_pages is 'Pages credited in this session: never faster than its clock (VIEW-03).';
create index viewer_sessions_assignment_index on viewer_sessions (assignment_id, started_at);
create index viewer_sessions_version_index on viewer_sessions (module_version_id);
create index viewer_sessions_last_file_index on viewer_sessions (last_file_id);

create table page_views (
  assignment_id integer not null references training_assignments,
  file_id integer not null references files,
  page integer not null check (page >= 1),
  viewer_session_id text references viewer_sessions,
  seen_at timestamptz not null default app_now(),
  primary key (assignment_id, file_id, page)
);
create index page_views_file_index on page_views (file_id);
create index page_views_session_index on page_views (viewer_session_id);

create table video_ranges (
  assignment_id integer not null references training_assignments,
  file_id integer not null references files,
  watched nummultirange not null default '{}',
  updated_at timestamptz not null default app_now(),
  primary key (assignment_id, file_id)
);
comment on column video_ranges.watched is 'Seconds of the video that were played, half-open.';
create index video_ranges_file_index on video_ranges (file_id);

create table training_records (
  id integer generated always as identity primary key,
  assignment_id integer not null unique references training_assignments,
  cycle integer not null check (cycle >= 1),
  user_id text not null references users,
  organization_id integer references organizations,
  module_id integer not null references training_modules,
  module_version_id integer not null,
  module_title text not null,
  module_reference text,
  version_number integer not null,
  version_hash text not null check (version_hash ~ '^[0-9a-f]{64}$'),
  completion_policy text not null check (completion_policy in ('signed', 'self_attest', 'quiz')),
  score numeric(5, 2) check (score between 0 and 100),
  passing_score numeric(5, 2) check (passing_score between 0 and 100),
  completed_at timestamptz not null,
  time_zone text not null default 'UTC' check (is_time_zone(time_zone)),
  expires_on date,
  recorded_at timestamptz not null default app_now(),
  recorded_by text references users,
  kind text not null default 'completion' check (kind in ('completion', 'backdated')),
  reason text,
  record_bytes text not null,
  record_hash text not null check (record_hash = encode(sha256(convert_to(record_bytes, 'UTF8')), 'hex')),
  foreign key (module_version_id, module_id) references module_versions (id, module_id),
  check (kind <> 'backdated' or btrim(reason) <> '')
);
comment on table training_records is 'Completions: only ever inserted.';
comment on column training_records.organization_id is 'Of the person when it was completed, with the time zone in which the time is printed.';
comment on column training_records.expires_on is 'Last day on which the completion is valid (MTX-08); null: no end.';
comment on column training_records.record_bytes is 'The exact text that was signed; record_hash is its SHA-256.';
create index training_records_user_index on training_records (user_id, completed_at);
create index training_records_module_index on training_records (module_id, completed_at);
create index training_records_version_index on training_records (module_version_id, module_id);
create index training_records_recorded_by_index on training_records (recorded_by);
create index training_records_organization_index on training_records (organization_id);

create table certificates (
  id integer generated always as identity primary key,
  number text not null unique,
  code text not null unique check (length(code) >= 20),
  training_record_id integer not null unique references training_records,
  issued_at timestamptz not null default app_now(),
  expires_on date,
  revoked_at timestamptz,
  revoked_reason text,
  revoked_by text references users,
  check (revoked_at is null or btrim(revoked_reason) <> '')
);
comment on column certificates.code is 'Unguessable; the {code} of /verify/{code}.';
create index certificates_revoked_by_index on certificates (revoked_by);
create sequence certificate_numbers;

-- SIG-01…04: signatures, only ever inserted, and the acceptance that they bind.
create table signature_agreements (
  id integer generated always as identity primary key,
  user_id text not null references users,
  text_version text not null,
  text_hash text not null check (text_hash ~ '^[0-9a-f]{64}$'),
  language text not null default 'en' check (language in ('en', 'es', 'fr', 'de')),
  accepted_at timestamptz not null default app_now(),
  unique (user_id, text_version)
);

create table signatures (
  id integer generated always as identity primary key,
  record_type text not null check (record_type in ('training_records')),
  record_id integer not null,
  training_record_id integer generated always as (case when record_type = 'training_records' then record_id end) stored
    references training_records,
  signer_id text not null references users,
  printed_name text not null check (btrim(printed_name) <> ''),
  signed_at timestamptz not null default app_now(),
  time_zone text not null check (is_time_zone(time_zone)),
  meaning text not null check (length(meaning) between 1 and 200),
  meaning_code text not null,
  statement_version integer not null check (statement_version >= 1),
  record_hash text not null check (record_hash ~ '^[0-9a-f]{64}$'),
  content_hash text check (content_hash ~ '^[0-9a-f]{64}$'),
  signature_hash text not null check (signature_hash ~ '^[0-9a-f]{64}$'),
  signature_mac text not null check (signature_mac ~ '^[0-9a-f]{64}$'),
  key_id text not null,
  agreement_id integer references signature_agreements,
  agreement_version integer not null check (agreement_version >= 1),
  auth_method text not null check (auth_method in ('password', 'totp', 'password_totp', 'provider')),
  session_hash text,
  ip text,
  user_agent text,
  unique (record_type, record_id, signer_id, meaning_code)
);
comment on column signature_agreements.text_hash is 'SHA-256 of the words that were accepted.';
comment on column signatures.record_hash is 'SHA-256 of the record''s signed bytes.';
comment on column signatures.content_hash is 'SHA-256 of the content version that was shown.';
comment on column signatures.signature_hash is 'SHA-256 over record type and id, signer, name, time, zone, meaning and both hashes.';
comment on column signatures.signature_mac is 'HMAC-SHA-256 of the same bytes; its key stands outside the database.';
create index signatures_training_record_index on signatures (training_record_id);
create index signatures_signer_index on signatures (signer_id, signed_at);
create index signatures_agreement_index on signatures (agreement_id);

-- SPEC §3 notifications and the mail outbox of NOT-02.
create table notifications (
  id integer generated always as identity primary key,
  type text not null,
  title text not null,
  message text not null,
  user_id text not null references users,
  related_id text,
  is_read boolean not null default false,
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high')),
  created_at timestamptz not null default app_now(),
  read_at timestamptz
);
create index notifications_user_index on notifications (user_id, id desc);
create index notifications_unread_index on notifications (user_id) where not is_read;

create table mail_outbox (
  id integer generated always as identity primary key,
  message_id text not null unique,
  to_address text not null,
  user_id text references users,
  template text not null,
  language text not null default 'en' check (language in ('en', 'es', 'fr', 'de')),
  category text not null default 'training' check (category in ('security', 'training', 'reminder', 'system')),
  payload jsonb not null default '{}',
  cause text not null,
  dedupe_key text unique,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default app_now(),
  claimed_at timestamptz,
  last_error text,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz
);
comment on column mail_outbox.cause is 'What the mail is about, for the outbox screen: an event and the record it names.';
comment on column mail_outbox.dedupe_key is 'A second mail for the same cause is not queued.';
create index mail_outbox_due_index on mail_outbox (next_attempt_at) where state in ('waiting', 'sending');
create index mail_outbox_list_index on mail_outbox (created_at desc, id desc);
create index mail_outbox_state_index on mail_outbox (state, created_at desc);
create index mail_outbox_user_index on mail_outbox (user_id);

-- What the platform keeps: answers to repeat (Idempotency-Key), exports under way (RPT-03), settings of the installation.
create table idempotency_keys (
  actor_id text not null,
  endpoint text not null,
  key text not null check (length(key) between 1 and 255),
  request_hash text not null check (request_hash ~ '^[0-9a-f]{64}$'),
  response jsonb,
  created_at timestamptz not null default app_now(),
  primary key (actor_id, endpoint, key)
);
comment on column idempotency_keys.actor_id is 'Empty: nobody was signed in. No reference to users, so that it can be.';
create index idempotency_keys_age_index on idempotency_keys (created_at);

create table exports (
  id integer generated always as identity primary key,
  kind text not null,
  format text not null check (format in ('csv', 'xlsx', 'pdf', 'zip', 'jsonl')),
  filters jsonb not null default '{}',
  requested_by text not null references users,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed', 'expired')),
  progress numeric(5, 2) not null default 0 check (progress between 0 and 100),
  file_id integer references files,
  file_name text,
  row_count integer,
  problem text,
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  expires_at timestamptz
);
create index exports_requested_by_index on exports (requested_by, created_at desc);
create index exports_file_index on exports (file_id);
create index exports_expiry_index on exports (expires_at) where state = 'ready';

create table settings (
  key text primary key,
  value jsonb not null,
  updated_by text references users,
  updated_at timestamptz not null default app_now()
);
comment on table settings is 'Settings of the installation; those of a person stand in users.settings.';
create index settings_updated_by_index on settings (updated_by);
