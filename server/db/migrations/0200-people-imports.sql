-- Imports of people from files.
alter table users add column external_id text check (btrim(external_id) <> '' and length(external_id) <= 100);
comment on column users.external_id is 'The number of the person in another system, by which an import recognizes the person.';
create unique index users_external_id_key on users (external_id);

create table people_imports (
  id integer generated always as identity primary key,
  state text not null default 'uploaded'
    check (state in ('uploaded', 'checking', 'checked', 'importing', 'done', 'failed', 'cancelled')),
  file_name text not null,
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  file_size integer not null,
  format text not null check (format in ('csv', 'xlsx')),
  encoding text check (encoding in ('utf-8', 'utf-16le', 'utf-16be', 'windows-1252')),
  headings text[] not null,
  secret_columns integer[] not null default '{}',
  row_count integer not null,
  mapping jsonb not null,
  options jsonb not null,
  figures jsonb,
  plan_hash text,
  changed_since boolean not null default false,
  deactivate_missing boolean not null default false,
  invite boolean not null default false,
  reason text,
  problem text check (problem in ('import_stopped', 'import_access_lost', 'import_last_administrator', 'import_expired',
    'import_person_erased')),
  requested_by text not null references users,
  confirmed_by text references users,
  created_at timestamptz not null default app_now(),
  checked_at timestamptz,
  confirmed_at timestamptz,
  ended_at timestamptz
);
comment on table people_imports is 'Files of people: what was uploaded, what it would change, and what it changed. The bytes are never kept.';
comment on column people_imports.secret_columns is 'Columns of passwords, from 0; their cells were never stored.';
comment on column people_imports.figures is 'What the last check found, or what the import did.';
comment on column people_imports.changed_since is 'The people changed between the confirmation and the import, so that it was checked anew.';
create index people_imports_created_index on people_imports (created_at desc, id desc);
create index people_imports_requested_by_index on people_imports (requested_by);
create index people_imports_confirmed_by_index on people_imports (confirmed_by);
create index people_imports_open_index on people_imports (state) where state not in ('done', 'failed', 'cancelled');

create table people_import_rows (
  import_id integer not null references people_imports on delete cascade,
  position integer not null,
  line integer,
  cells text[],
  outcome text check (outcome in
    ('bad', 'created', 'reactivated', 'deactivated', 'moved', 'changed', 'unchanged', 'missing')),
  user_id text references users,
  fields text[] not null default '{}',
  problems jsonb not null default '[]',
  primary key (import_id, position)
);
comment on table people_import_rows is 'The rows of an import with what becomes of each, and the people who are missing in it.';
comment on column people_import_rows.line is 'Where it begins in the file; null: a person who is missing in it.';
comment on column people_import_rows.cells is 'Null once the import has ended.';
create index people_import_rows_outcome_index on people_import_rows (import_id, outcome, position);
create index people_import_rows_user_index on people_import_rows (user_id);

create table people_import_progress (
  import_id integer primary key references people_imports on delete cascade,
  rows_done integer not null default 0,
  rows_total integer not null,
  updated_at timestamptz not null default app_now()
);
comment on table people_import_progress is 'How far a check or an import is; the import itself is a record.';

--! attach audit
