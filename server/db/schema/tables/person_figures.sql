create table person_figures (
  user_id text not null,
  organization_id integer,
  department_id integer,
  role text not null,
  is_active boolean not null,
  has_signed_in boolean not null,
  total integer not null,
  completed integer not null,
  in_progress integer not null,
  not_started integer not null,
  overdue integer not null,
  expired integer not null,
  completion_seconds numeric not null,
  last_change timestamp with time zone,
  next_change_on date,
  completions integer not null,
  required integer not null,
  required_open integer not null,
  required_late integer not null,
  is_due boolean not null,
  invitation_open boolean not null,
  constraint person_figures_pkey PRIMARY KEY (user_id)
);
comment on table person_figures is 'Counts of a person as the fold found them; people in figure_changes, or whose day has come, are counted anew.';
comment on column person_figures.total is 'Modules, each once.';
comment on column person_figures.completed is 'Modules whose current cycle is completed and valid.';
comment on column person_figures.expired is 'Modules whose last completion has expired, whether or not a renewal is open.';
comment on column person_figures.last_change is 'When a training was last begun or completed.';
comment on column person_figures.next_change_on is 'The next day in the organization''s zone on which the counts change by themselves.';
comment on column person_figures.completions is 'Completed cycles of all modules, valid or not.';
comment on column person_figures.required_open is 'Required modules that are open and neither overdue nor expired.';
comment on column person_figures.required_late is 'Required modules that are overdue or expired.';
comment on column person_figures.is_due is 'Something required is due today or was due.';
comment on column person_figures.invitation_open is 'Never signed in, or only with a password that an administrator issued.';
CREATE INDEX person_figures_invited_index ON public.person_figures USING btree (user_id) WHERE (is_active AND invitation_open);
CREATE INDEX person_figures_next_change_index ON public.person_figures USING btree (organization_id, next_change_on) WHERE (next_change_on IS NOT NULL);
CREATE INDEX person_figures_on_track_index ON public.person_figures USING btree (user_id) WHERE (is_active AND (required_late = 0) AND ((required_open > 0) OR (NOT has_signed_in)));
CREATE INDEX person_figures_organization_index ON public.person_figures USING btree (organization_id, required_late DESC, user_id) WHERE is_active;
CREATE INDEX person_figures_overdue_index ON public.person_figures USING btree (overdue DESC NULLS LAST, user_id);
CREATE INDEX person_figures_worst_index ON public.person_figures USING btree (required_late DESC, user_id) WHERE is_active;
grant delete, insert, select, update on person_figures to application;
