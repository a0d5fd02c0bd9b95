create table people_import_files (
  id integer generated always as identity,
  import_id integer not null,
  name text not null,
  file_id integer not null,
  created_at timestamp with time zone default app_now() not null,
  constraint people_import_files_pkey PRIMARY KEY (id),
  constraint people_import_files_import_id_name_key UNIQUE (import_id, name),
  constraint people_import_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  constraint people_import_files_import_id_fkey FOREIGN KEY (import_id) REFERENCES people_imports(id) ON DELETE CASCADE,
  constraint people_import_files_name_check CHECK (((btrim(name) <> ''::text) AND (length(name) <= 255)))
);
comment on table people_import_files is 'Certificate files beside a file of completions, found by their names.';
CREATE INDEX people_import_files_file_index ON public.people_import_files USING btree (file_id);
grant delete, insert, select, update on people_import_files to application;
