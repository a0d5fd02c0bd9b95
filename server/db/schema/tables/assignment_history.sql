create table assignment_history (
  assignment_id integer not null,
  replaced_at timestamp with time zone not null,
  module_version_id integer,
  assigned_date timestamp with time zone not null,
  due_date date,
  status text not null,
  score numeric(5,2),
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  due_command_id bigint,
  constraint assignment_history_pkey PRIMARY KEY (assignment_id, replaced_at),
  constraint assignment_history_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES training_assignments(id)
);
comment on table assignment_history is 'How assignments stood until a change; written by a trigger of training_assignments only.';
comment on column assignment_history.replaced_at is 'When it stopped to be so.';
comment on column assignment_history.due_command_id is 'The command that moved the due date, by its event in the trail; null where it stayed.';
CREATE INDEX assignment_history_moves_index ON public.assignment_history USING btree (assignment_id, replaced_at) WHERE (due_command_id IS NOT NULL);
grant select on assignment_history to application;
