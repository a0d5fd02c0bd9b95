create table assigning_runs (
  id integer generated always as identity,
  kind text not null,
  matrix_id integer,
  matched boolean default false not null,
  module_ids integer[] default '{}'::integer[] not null,
  due_date date,
  retrain boolean default false not null,
  reason text,
  state text default 'waiting'::text not null,
  people_total integer not null,
  people_done integer,
  assignments integer,
  people_assigned integer,
  people_left_out integer,
  problem text,
  requested_by text not null,
  created_at timestamp with time zone default app_now() not null,
  finished_at timestamp with time zone,
  constraint assigning_runs_pkey PRIMARY KEY (id),
  constraint assigning_runs_matrix_id_fkey FOREIGN KEY (matrix_id) REFERENCES training_matrices(id) ON DELETE SET NULL,
  constraint assigning_runs_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint assigning_runs_kind_check CHECK ((kind = ANY (ARRAY['matrix'::text, 'modules'::text]))),
  constraint assigning_runs_people_total_check CHECK ((people_total > 0)),
  constraint assigning_runs_problem_check CHECK ((problem = ANY (ARRAY['access_lost'::text, 'training_gone'::text, 'assigning_stopped'::text]))) NOT VALID,
  constraint assigning_runs_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
comment on table assigning_runs is 'Assigning in the background (PERF-03).';
comment on column assigning_runs.matched is 'Everybody whom the matrix matched, instead of people by name.';
comment on column assigning_runs.people_done is 'This and what follows: what came of it, once it has ended; assigning_progress until then.';
CREATE INDEX assigning_runs_matrix_index ON public.assigning_runs USING btree (matrix_id);
CREATE INDEX assigning_runs_open_index ON public.assigning_runs USING btree (id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX assigning_runs_requested_by_index ON public.assigning_runs USING btree (requested_by, created_at DESC, id DESC);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on assigning_runs to application;
