-- CMP-03, PERF-03: the figures of one module at once, however many people have it.

-- What the fold found of each module of a person: the counts of `person_figures` follow from these rows.
create table person_module_figures (
  user_id text not null,
  module_id integer not null,
  open boolean not null,
  started boolean not null,
  late boolean not null,
  valid boolean not null,
  expired boolean not null,
  required boolean not null,
  was_due boolean not null,
  completions integer not null,
  completion_seconds numeric not null,
  last_change timestamptz,
  primary key (user_id, module_id)
);
comment on table person_module_figures is 'What a person''s cycles of a module come to, as the fold found it; written with person_figures.';
comment on column person_module_figures.valid is 'A completion is valid.';
comment on column person_module_figures.expired is 'Completed before, and no completion is valid.';
comment on column person_module_figures.was_due is 'Due today or earlier, in any cycle.';
create index person_module_figures_late_index on person_module_figures (module_id, user_id) where required and (late or expired);

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
  completion_seconds numeric not null
);
comment on table group_module_figures is 'Sums of group_figures for one module alone, over the people who have it; written by the fold only.';
create unique index group_module_figures_key on group_module_figures (module_id, organization_id, department_id, role) nulls not distinct;
create index group_module_figures_empty_index on group_module_figures (module_id) where people = 0;
alter table group_module_figures set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

insert into figure_changes (user_id) select id from users where erased_at is null order by id;
