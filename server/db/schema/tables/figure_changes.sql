create table figure_changes (
  id bigint generated always as identity,
  user_id text not null,
  since date,
  constraint figure_changes_pkey PRIMARY KEY (id)
);
comment on table figure_changes is 'Whose figures changed since the fold last counted them; written by triggers only.';
comment on column figure_changes.since is 'From when on days that are past are other ones now: something was recorded afterwards.';
grant delete, select on figure_changes to application;
