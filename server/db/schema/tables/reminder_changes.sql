create table reminder_changes (
  id bigint generated always as identity,
  user_id text not null,
  constraint reminder_changes_pkey PRIMARY KEY (id)
);
comment on table reminder_changes is 'Of whom something changed that the schedule follows from; written by triggers only.';
grant delete, select on reminder_changes to application;
