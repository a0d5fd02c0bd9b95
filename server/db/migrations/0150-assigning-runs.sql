-- PERF-03: assigning to more people than one command takes goes on in the background.

create table assigning_runs (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('matrix', 'modules')),
  matrix_id integer references training_matrices on delete set null,
  matched boolean not null default false,
  module_ids integer[] not null default '{}',
  due_date date,
  retrain boolean not null default false,
  reason text,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  people_total integer not null check (people_total > 0),
  people_done integer,
  assignments integer,
  people_assigned integer,
  people_left_out integer,
  problem text,
  requested_by text not null references users,
  created_at timestamptz not null default app_now(),
  finished_at timestamptz
);
comment on table assigning_runs is 'Assigning in the background (PERF-03).';
comment on column assigning_runs.matched is 'Everybody whom the matrix matched, instead of people by name.';
comment on column assigning_runs.people_done is 'This and what follows: what came of it, once it has ended; assigning_progress until then.';
create index assigning_runs_requested_by_index on assigning_runs (requested_by, created_at desc, id desc);
create index assigning_runs_matrix_index on assigning_runs (matrix_id);
create index assigning_runs_open_index on assigning_runs (id) where state in ('waiting', 'running');

create table assigning_run_people (
  run_id integer not null references assigning_runs on delete cascade,
  user_id text not null references users,
  assignments integer,
  left_out jsonb not null default '[]',
  primary key (run_id, user_id)
);
comment on table assigning_run_people is 'For whom a run is, and what came of each.';
comment on column assigning_run_people.assignments is 'How many the person got; null while the run has not come to the person.';
comment on column assigning_run_people.left_out is 'What the person did not get, and why.';
create index assigning_run_people_user_index on assigning_run_people (user_id);
create index assigning_run_people_waiting_index on assigning_run_people (run_id, user_id) where assignments is null;

create table assigning_progress (
  run_id integer primary key references assigning_runs on delete cascade,
  people_done integer not null default 0,
  assignments integer not null default 0,
  people_assigned integer not null default 0,
  people_left_out integer not null default 0,
  updated_at timestamptz not null default app_now()
);
comment on table assigning_progress is 'How far a run is; the run itself is a record.';

--! attach audit
