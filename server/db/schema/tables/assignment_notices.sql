create table assignment_notices (
  assignment_id integer not null,
  noted_at timestamp with time zone default app_now() not null,
  told_at timestamp with time zone,
  told_on date,
  constraint assignment_notices_pkey PRIMARY KEY (assignment_id),
  constraint assignment_notices_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES training_assignments(id),
  constraint assignment_notices_check CHECK (((told_at IS NULL) = (told_on IS NULL)))
);
comment on table assignment_notices is 'Newly required trainings whose person gets an email; those that were told by one have told_at.';
comment on column assignment_notices.told_at is 'Also where the person has switched emails off, or the training was no longer open.';
comment on column assignment_notices.told_on is 'The date in the organization on which it was told.';
CREATE INDEX assignment_notices_waiting_index ON public.assignment_notices USING btree (assignment_id) WHERE (told_at IS NULL);
grant delete, insert, select, update on assignment_notices to application;
