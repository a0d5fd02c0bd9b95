create table reminder_turns (
  user_id text not null,
  next_at timestamp with time zone not null,
  constraint reminder_turns_pkey PRIMARY KEY (user_id)
);
comment on table reminder_turns is 'When the schedule has the next step of a person''s trainings, as the sweep found it; people in reminder_changes are looked at anew.';
CREATE INDEX reminder_turns_next_index ON public.reminder_turns USING btree (next_at, user_id);
grant delete, insert, select, update on reminder_turns to application;
