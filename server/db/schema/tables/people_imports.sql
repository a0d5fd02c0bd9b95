create table people_imports (
  id integer generated always as identity,
  state text default 'uploaded'::text not null,
  file_name text not null,
  file_sha256 text not null,
  file_size integer not null,
  format text not null,
  encoding text,
  headings text[] not null,
  secret_columns integer[] default '{}'::integer[] not null,
  row_count integer not null,
  mapping jsonb not null,
  options jsonb not null,
  figures jsonb,
  plan_hash text,
  changed_since boolean default false not null,
  deactivate_missing boolean default false not null,
  invite boolean default false not null,
  reason text,
  problem text,
  requested_by text not null,
  confirmed_by text,
  created_at timestamp with time zone default app_now() not null,
  checked_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  ended_at timestamp with time zone,
  subject text default 'people'::text not null,
  reversed_by text,
  reversed_at timestamp with time zone,
  reversal_reason text,
  lost_line integer,
  lost_column integer,
  constraint people_imports_pkey PRIMARY KEY (id),
  constraint people_imports_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES users(id),
  constraint people_imports_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint people_imports_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES users(id),
  constraint people_imports_encoding_check CHECK ((encoding = ANY (ARRAY['utf-8'::text, 'utf-16le'::text, 'utf-16be'::text, 'windows-1252'::text]))),
  constraint people_imports_file_sha256_check CHECK ((file_sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint people_imports_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text]))),
  constraint people_imports_lost_check CHECK (((lost_line IS NULL) = (lost_column IS NULL))),
  constraint people_imports_problem_check CHECK ((problem = ANY (ARRAY['import_stopped'::text, 'import_access_lost'::text, 'import_last_administrator'::text, 'import_expired'::text, 'import_person_erased'::text, 'import_relied_on'::text]))),
  constraint people_imports_reversal_check CHECK (((state <> 'reversed'::text) OR (btrim(reversal_reason) <> ''::text))),
  constraint people_imports_state_check CHECK ((state = ANY (ARRAY['uploaded'::text, 'checking'::text, 'checked'::text, 'importing'::text, 'done'::text, 'failed'::text, 'cancelled'::text, 'reversing'::text, 'reversed'::text]))),
  constraint people_imports_subject_check CHECK ((subject = ANY (ARRAY['people'::text, 'completions'::text, 'absences'::text])))
);
comment on table people_imports is 'Files of people, of completions of the past, or of absences: what was uploaded, what it would change, and what it changed. The bytes are never kept.';
comment on column people_imports.file_sha256 is 'Of absences keyed with the secret of the installation: otherwise a short file could be guessed, and why somebody is away with it.';
comment on column people_imports.secret_columns is 'Columns of passwords, from 0; their cells were never stored.';
comment on column people_imports.figures is 'What the last check found, or what the import did.';
comment on column people_imports.changed_since is 'The people changed between the confirmation and the import, so that it was checked anew.';
comment on column people_imports.reversal_reason is 'Why all completions of the import were voided together.';
comment on column people_imports.lost_line is 'Where the first U+FFFD of the file is: a character that another program lost before. Null: there is none.';
comment on column people_imports.lost_column is 'The column of it, in characters of the line; of a workbook, the column of the sheet.';
CREATE INDEX people_imports_confirmed_by_index ON public.people_imports USING btree (confirmed_by);
CREATE INDEX people_imports_open_index ON public.people_imports USING btree (state) WHERE (state <> ALL (ARRAY['done'::text, 'failed'::text, 'cancelled'::text]));
CREATE INDEX people_imports_requested_by_index ON public.people_imports USING btree (requested_by);
CREATE INDEX people_imports_reversed_by_index ON public.people_imports USING btree (reversed_by);
CREATE INDEX people_imports_subject_index ON public.people_imports USING btree (subject, created_at DESC, id DESC);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on people_imports to application;
