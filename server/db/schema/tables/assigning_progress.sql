create table assigning_progress (
  run_id integer not null,
  people_done integer default 0 not null,
  assignments integer default 0 not null,
  people_assigned integer default 0 not null,
  people_left_out integer default 0 not null,
  updated_at timestamp with time zone default app_now() not null,
  constraint assigning_progress_pkey PRIMARY KEY (run_id),
  constraint assigning_progress_run_id_fkey FOREIGN KEY (run_id) REFERENCES assigning_runs(id) ON DELETE CASCADE
);
comment on table assigning_progress is 'How far a run is; the run itself is a record.';
grant delete, insert, select, update on assigning_progress to application;
