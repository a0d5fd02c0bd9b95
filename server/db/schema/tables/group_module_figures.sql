create table group_module_figures (
  module_id integer not null,
  organization_id integer,
  department_id integer,
  role text not null,
  people integer not null,
  active integer not null,
  overdue_people integer not null,
  on_track integer not null,
  complete integer not null,
  never_signed_in integer not null,
  due_people integer not null,
  total bigint not null,
  completed bigint not null,
  overdue bigint not null,
  expired bigint not null,
  completions bigint not null,
  completion_seconds numeric not null,
  mixed_people integer not null,
  invited_people integer not null
);
comment on table group_module_figures is 'Sums of group_figures for one module alone, over the people who have it; written by the fold only.';
CREATE INDEX group_module_figures_empty_index ON public.group_module_figures USING btree (module_id) WHERE (people = 0);
CREATE UNIQUE INDEX group_module_figures_key ON public.group_module_figures USING btree (module_id, organization_id, department_id, role) NULLS NOT DISTINCT;
grant delete, insert, select, update on group_module_figures to application;
