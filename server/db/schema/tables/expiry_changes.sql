create table expiry_changes (
  id bigint generated always as identity,
  constraint expiry_changes_pkey PRIMARY KEY (id)
);
comment on table expiry_changes is 'Marks that something changed from which the schedule of documents follows; written by triggers only.';
grant delete, select on expiry_changes to application;
