create table group_figures (
  organization_id integer,
  department_id integer,
  role text not null,
  people integer not null,
  active integer not null,
  overdue_people integer not null,
  total bigint not null,
  completed bigint not null,
  overdue bigint not null,
  completion_seconds numeric not null,
  on_track integer not null,
  complete integer not null,
  never_signed_in integer not null,
  due_people integer not null,
  completions bigint not null,
  expired bigint not null,
  mixed_people integer not null,
  invited_people integer not null
);
comment on table group_figures is 'Sums over person_figures, written by the fold only; all but people are of active people.';
comment on column group_figures.overdue_people is 'People with something required that is overdue or expired.';
comment on column group_figures.never_signed_in is 'Those of the people on track who never signed in.';
comment on column group_figures.due_people is 'People with something required that is due today or was due.';
comment on column group_figures.expired is 'Modules whose last completion has expired, whether or not a renewal is open.';
comment on column group_figures.mixed_people is 'Those of overdue_people who have something open that is not overdue.';
comment on column group_figures.invited_people is 'People overdue or on track whose invitation is open.';
CREATE UNIQUE INDEX group_figures_key ON public.group_figures USING btree (organization_id, department_id, role) NULLS NOT DISTINCT;
grant delete, insert, select, update on group_figures to application;
