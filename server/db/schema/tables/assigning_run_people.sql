create table assigning_run_people (
  run_id integer not null,
  user_id text not null,
  assignments integer,
  left_out jsonb default '[]'::jsonb not null,
  constraint assigning_run_people_pkey PRIMARY KEY (run_id, user_id),
  constraint assigning_run_people_run_id_fkey FOREIGN KEY (run_id) REFERENCES assigning_runs(id) ON DELETE CASCADE,
  constraint assigning_run_people_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
comment on table assigning_run_people is 'For whom a run is, and what came of each.';
comment on column assigning_run_people.assignments is 'How many the person got; null while the run has not come to the person.';
comment on column assigning_run_people.left_out is 'What the person did not get, and why.';
CREATE INDEX assigning_run_people_user_index ON public.assigning_run_people USING btree (user_id);
CREATE INDEX assigning_run_people_waiting_index ON public.assigning_run_people USING btree (run_id, user_id) WHERE (assignments IS NULL);
grant delete, insert, select, update on assigning_run_people to application;
