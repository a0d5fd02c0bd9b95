create table reminder_sends (
  id integer generated always as identity,
  assignment_id integer not null,
  rule_id integer not null,
  audience text not null,
  due_date date not null,
  step_day date not null,
  created_at timestamp with time zone default app_now() not null,
  constraint reminder_sends_pkey PRIMARY KEY (id),
  constraint reminder_sends_assignment_id_rule_id_due_date_key UNIQUE (assignment_id, rule_id, due_date),
  constraint reminder_sends_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES training_assignments(id),
  constraint reminder_sends_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES reminder_rules(id),
  constraint reminder_sends_audience_check CHECK ((audience = ANY (ARRAY['person'::text, 'manager'::text, 'admins'::text])))
);
comment on table reminder_sends is 'Steps of the schedule that were told; also those that a person has switched off.';
comment on column reminder_sends.step_day is 'The day on which it was to go.';
CREATE INDEX reminder_sends_rule_index ON public.reminder_sends USING btree (rule_id);
CREATE INDEX reminder_sends_told_index ON public.reminder_sends USING btree (assignment_id, audience, due_date, step_day);
grant insert, select on reminder_sends to application;
