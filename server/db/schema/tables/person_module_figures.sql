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
  last_change timestamp with time zone,
  constraint person_module_figures_pkey PRIMARY KEY (user_id, module_id)
);
comment on table person_module_figures is 'What a person''s cycles of a module come to, as the fold found it; written with person_figures.';
comment on column person_module_figures.valid is 'A completion is valid.';
comment on column person_module_figures.expired is 'Completed before, and no completion is valid.';
comment on column person_module_figures.was_due is 'Due today or earlier, in any cycle.';
CREATE INDEX person_module_figures_late_index ON public.person_module_figures USING btree (module_id, user_id) WHERE (required AND (late OR expired));
CREATE INDEX person_module_figures_module_index ON public.person_module_figures USING btree (module_id, user_id) INCLUDE (open, started, late, expired);
CREATE INDEX person_module_figures_renewal_index ON public.person_module_figures USING btree (module_id, user_id) WHERE (late AND expired);
grant delete, insert, select, update on person_module_figures to application;
