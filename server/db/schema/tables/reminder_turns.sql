create table reminder_turns (
  user_id text not null,
  next_at timestamp with time zone not null,
  looked_at timestamp with time zone not null,
  constraint reminder_turns_pkey PRIMARY KEY (user_id)
);
comment on table reminder_turns is 'When the schedule has the next step of a person''s trainings, as the sweep found it; people in reminder_changes are looked at anew.';
comment on column reminder_turns.next_at is 'Infinity where nothing is to come.';
comment on column reminder_turns.looked_at is 'When the sweep found it: after now, where a clock was wrong, and then the person is looked at again.';
CREATE INDEX reminder_turns_looked_index ON public.reminder_turns USING btree (looked_at);
CREATE INDEX reminder_turns_next_index ON public.reminder_turns USING btree (next_at, user_id);
grant delete, insert, select, update on reminder_turns to application;
