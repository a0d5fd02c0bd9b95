-- USR-09: completions from another system or from paper. A file of them is an import like a file of people.
alter table people_imports
  add column subject text not null default 'people' check (subject in ('people', 'completions')),
  add column reversed_by text references users,
  add column reversed_at timestamptz,
  add column reversal_reason text,
  drop constraint people_imports_state_check,
  add constraint people_imports_state_check check (state in
    ('uploaded', 'checking', 'checked', 'importing', 'done', 'failed', 'cancelled', 'reversing', 'reversed')),
  drop constraint people_imports_problem_check,
  add constraint people_imports_problem_check check (problem in ('import_stopped', 'import_access_lost',
    'import_last_administrator', 'import_expired', 'import_person_erased', 'import_relied_on')),
  add constraint people_imports_reversal_check check (state <> 'reversed' or btrim(reversal_reason) <> '');
comment on table people_imports is 'Files of people, or of completions of the past: what was uploaded, what it would change, and what it changed. The bytes are never kept.';
comment on column people_imports.reversal_reason is 'Why all completions of the import were voided together.';
create index people_imports_reversed_by_index on people_imports (reversed_by);
create index people_imports_subject_index on people_imports (subject, created_at desc, id desc);
drop index people_imports_created_index;

alter table people_import_rows
  drop constraint people_import_rows_outcome_check,
  add constraint people_import_rows_outcome_check check (outcome in
    ('bad', 'created', 'reactivated', 'deactivated', 'moved', 'changed', 'unchanged', 'missing', 'recorded', 'completes'));

create table people_import_files (
  id integer generated always as identity primary key,
  import_id integer not null references people_imports on delete cascade,
  name text not null check (btrim(name) <> '' and length(name) <= 255),
  file_id integer not null references files,
  created_at timestamptz not null default app_now(),
  unique (import_id, name)
);
comment on table people_import_files is 'Certificate files beside a file of completions, found by their names.';
create index people_import_files_file_index on people_import_files (file_id);

alter table training_records
  add column import_id integer references people_imports,
  add column source text,
  add column source_file_id integer references files,
  drop constraint training_records_kind_check,
  add constraint training_records_kind_check check (kind in ('completion', 'backdated', 'from_source')),
  drop constraint training_records_check1,
  add constraint training_records_check1 check (kind = 'completion' or btrim(reason) <> ''),
  add constraint training_records_source_check check (case when kind = 'from_source'
    then import_id is not null and source is not null and btrim(source) <> ''
    else import_id is null and source is null and source_file_id is null end);
comment on column training_records.import_id is 'The file of another system or of paper records in which it was, with its hash and who imported it.';
comment on column training_records.source is 'Where it was recorded before, for example a system or a binder.';
comment on column training_records.source_file_id is 'The certificate that the source issued.';
create index training_records_import_index on training_records (import_id) where import_id is not null;
create index training_records_source_file_index on training_records (source_file_id) where source_file_id is not null;

--! attach audit
