create table matrix_changes (
  id bigint generated always as identity,
  matrix_id integer not null,
  constraint matrix_changes_pkey PRIMARY KEY (id)
);
comment on table matrix_changes is 'Which matrices, or modules of them, changed since the fold last counted their people; written by triggers only.';
grant delete, select on matrix_changes to application;
