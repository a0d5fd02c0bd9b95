create table verify_progress (
  run_id integer not null,
  done bigint default 0 not null,
  total bigint default 0 not null,
  updated_at timestamp with time zone default now() not null,
  constraint verify_progress_pkey PRIMARY KEY (run_id),
  constraint verify_progress_run_id_fkey FOREIGN KEY (run_id) REFERENCES verify_runs(id) ON DELETE CASCADE
);
comment on table verify_progress is 'How far a check is, every second; the check itself is a record.';
grant delete, insert, select, update on verify_progress to application;
