create table people_import_progress (
  import_id integer not null,
  rows_done integer default 0 not null,
  rows_total integer not null,
  updated_at timestamp with time zone default app_now() not null,
  constraint people_import_progress_pkey PRIMARY KEY (import_id),
  constraint people_import_progress_import_id_fkey FOREIGN KEY (import_id) REFERENCES people_imports(id) ON DELETE CASCADE
);
comment on table people_import_progress is 'How far a check or an import is; the import itself is a record.';
grant delete, insert, select, update on people_import_progress to application;
