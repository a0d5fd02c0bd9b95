create table people_import_rows (
  import_id integer not null,
  "position" integer not null,
  line integer,
  cells text[],
  outcome text,
  user_id text,
  fields text[] default '{}'::text[] not null,
  problems jsonb default '[]'::jsonb not null,
  read_as jsonb,
  constraint people_import_rows_pkey PRIMARY KEY (import_id, "position"),
  constraint people_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES people_imports(id) ON DELETE CASCADE,
  constraint people_import_rows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint people_import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['bad'::text, 'created'::text, 'reactivated'::text, 'deactivated'::text, 'moved'::text, 'changed'::text, 'unchanged'::text, 'missing'::text, 'recorded'::text, 'completes'::text])))
);
comment on table people_import_rows is 'The rows of an import with what becomes of each, and the people who are missing in it.';
comment on column people_import_rows.line is 'Where it begins in the file; null: a person who is missing in it.';
comment on column people_import_rows.cells is 'Null once the import has ended.';
comment on column people_import_rows.read_as is 'What the check read in a row of a completion or an absence; null for other rows, and once the import has ended.';
CREATE INDEX people_import_rows_outcome_index ON public.people_import_rows USING btree (import_id, outcome, "position");
CREATE INDEX people_import_rows_user_index ON public.people_import_rows USING btree (user_id);
grant delete, insert, select, update on people_import_rows to application;
