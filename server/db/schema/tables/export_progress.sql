create table export_progress (
  export_id integer not null,
  rows_done integer default 0 not null,
  rows_total integer,
  updated_at timestamp with time zone default app_now() not null,
  constraint export_progress_pkey PRIMARY KEY (export_id),
  constraint export_progress_export_id_fkey FOREIGN KEY (export_id) REFERENCES exports(id) ON DELETE CASCADE
);
comment on table export_progress is 'How far an export is, several times a second; the export itself is a record.';
grant delete, insert, select, update on export_progress to application;
