create table access_review_reminders (
  organization_id integer not null,
  due_on date not null,
  step integer not null,
  told_at timestamp with time zone default app_now() not null,
  constraint access_review_reminders_pkey PRIMARY KEY (organization_id, due_on, step),
  constraint access_review_reminders_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
comment on column access_review_reminders.step is 'Days from the day to the reminder; below zero: before it.';
grant insert, select on access_review_reminders to application;
