create table training_assignments (
  id integer generated always as identity,
  user_id text not null,
  module_id integer not null,
  module_version_id integer,
  assigned_by text,
  assigned_by_user_id text,
  assigned_date timestamp with time zone default app_now() not null,
  due_date date,
  status text default 'not_started'::text not null,
  progress numeric(5,2) default 0 not null,
  score numeric(5,2),
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  assignment_type text default 'manual'::text not null,
  matrix_id integer,
  renewal_frequency integer,
  next_renewal_date date,
  is_onboarding_required boolean default false not null,
  is_required boolean default true not null,
  no_longer_required_at timestamp with time zone,
  cycle integer default 1 not null,
  cycle_reason text,
  voided_at timestamp with time zone,
  voided_reason text,
  voided_by text,
  revision integer default 1 not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  renewal_window integer,
  renewal_anchor date,
  voided_code text,
  due_before_absence date,
  constraint training_assignments_pkey PRIMARY KEY (id),
  constraint training_assignments_user_id_module_id_cycle_key UNIQUE (user_id, module_id, cycle),
  constraint training_assignments_assigned_by_user_id_fkey FOREIGN KEY (assigned_by_user_id) REFERENCES users(id),
  constraint training_assignments_matrix_id_fkey FOREIGN KEY (matrix_id) REFERENCES training_matrices(id),
  constraint training_assignments_module_id_fkey FOREIGN KEY (module_id) REFERENCES training_modules(id),
  constraint training_assignments_module_version_id_module_id_fkey FOREIGN KEY (module_version_id, module_id) REFERENCES module_versions(id, module_id),
  constraint training_assignments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint training_assignments_voided_by_fkey FOREIGN KEY (voided_by) REFERENCES users(id),
  constraint training_assignments_assignment_type_check CHECK ((assignment_type = ANY (ARRAY['manual'::text, 'matrix'::text, 'onboarding'::text, 'renewal'::text, 'retraining'::text]))),
  constraint training_assignments_check CHECK (((status <> 'completed'::text) OR (completed_at IS NOT NULL))),
  constraint training_assignments_check1 CHECK (((status = 'voided'::text) = (voided_at IS NOT NULL))),
  constraint training_assignments_cycle_check CHECK ((cycle >= 1)),
  constraint training_assignments_progress_check CHECK (((progress >= (0)::numeric) AND (progress <= (100)::numeric))),
  constraint training_assignments_renewal_frequency_check CHECK (((renewal_frequency >= 1) AND (renewal_frequency <= 120))),
  constraint training_assignments_renewal_window_check CHECK (((renewal_window >= 0) AND (renewal_window <= 365))),
  constraint training_assignments_score_check CHECK (((score >= (0)::numeric) AND (score <= (100)::numeric))),
  constraint training_assignments_status_check CHECK ((status = ANY (ARRAY['not_started'::text, 'in_progress'::text, 'completed'::text, 'voided'::text]))),
  constraint training_assignments_voided_code_check CHECK ((voided_code = ANY (ARRAY['matrix_no_longer_requires'::text, 'removed_from_matrix'::text, 'module_was_retired'::text])))
);
comment on column training_assignments.assigned_by is 'What made the assignment where no person did, for example the name of a matrix.';
comment on column training_assignments.due_date is 'Calendar date in the time zone of the organization (LRN-01).';
comment on column training_assignments.renewal_frequency is 'Months.';
comment on column training_assignments.cycle is 'Counts the assignments of one module to one person (MTX-05, MTX-08).';
comment on column training_assignments.renewal_window is 'Days; null: 30.';
comment on column training_assignments.renewal_anchor is 'The day from which the periods of a completion are counted (MTX-08).';
comment on column training_assignments.voided_code is 'Why the product itself withdrew it; null where a person did, whose words are in voided_reason.';
comment on column training_assignments.due_before_absence is 'The due date without absences, where they move it; due_date is null while the return is not known (USR-10).';
CREATE INDEX training_assignments_assigned_by_index ON public.training_assignments USING btree (assigned_by_user_id) WHERE (assigned_by_user_id IS NOT NULL);
CREATE INDEX training_assignments_completed_index ON public.training_assignments USING btree (completed_at DESC NULLS LAST, id) WHERE (status <> 'voided'::text);
CREATE INDEX training_assignments_due_index ON public.training_assignments USING btree (due_date, user_id) WHERE (status = ANY (ARRAY['not_started'::text, 'in_progress'::text]));
CREATE INDEX training_assignments_list_index ON public.training_assignments USING btree (due_date, id) WHERE (status <> 'voided'::text);
CREATE INDEX training_assignments_matrix_index ON public.training_assignments USING btree (matrix_id, user_id, status) WHERE (matrix_id IS NOT NULL);
CREATE INDEX training_assignments_module_index ON public.training_assignments USING btree (module_id, status);
CREATE UNIQUE INDEX training_assignments_open_key ON public.training_assignments USING btree (user_id, module_id) WHERE (status = ANY (ARRAY['not_started'::text, 'in_progress'::text]));
CREATE INDEX training_assignments_opened_renewal_index ON public.training_assignments USING btree (assigned_date) WHERE ((assignment_type = 'renewal'::text) AND (status = ANY (ARRAY['not_started'::text, 'in_progress'::text])));
CREATE INDEX training_assignments_renewal_index ON public.training_assignments USING btree (next_renewal_date) WHERE (next_renewal_date IS NOT NULL);
CREATE INDEX training_assignments_version_index ON public.training_assignments USING btree (module_version_id, module_id);
CREATE INDEX training_assignments_voided_by_index ON public.training_assignments USING btree (voided_by) WHERE (voided_by IS NOT NULL);
CREATE TRIGGER absences_insert BEFORE INSERT ON public.training_assignments FOR EACH ROW WHEN ((new.due_date IS NOT NULL)) EXECUTE FUNCTION move_due_date();
CREATE TRIGGER absences_update BEFORE UPDATE OF due_date ON public.training_assignments FOR EACH ROW EXECUTE FUNCTION move_due_date();
CREATE TRIGGER figures_delete AFTER DELETE ON public.training_assignments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_gone_figures();
CREATE TRIGGER figures_insert AFTER INSERT ON public.training_assignments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_new_figures();
CREATE TRIGGER figures_past_insert AFTER INSERT ON public.training_assignments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_past_assignments();
CREATE TRIGGER figures_past_update AFTER UPDATE ON public.training_assignments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_past_changes();
CREATE TRIGGER figures_update AFTER UPDATE ON public.training_assignments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_assignments();
CREATE TRIGGER history_update AFTER UPDATE ON public.training_assignments FOR EACH ROW WHEN ((((((((old.module_version_id IS DISTINCT FROM new.module_version_id) OR (old.assigned_date IS DISTINCT FROM new.assigned_date)) OR (old.due_date IS DISTINCT FROM new.due_date)) OR (old.status IS DISTINCT FROM new.status)) OR (old.score IS DISTINCT FROM new.score)) OR (old.started_at IS DISTINCT FROM new.started_at)) OR (old.completed_at IS DISTINCT FROM new.completed_at))) EXECUTE FUNCTION keep_assignment_history();
CREATE TRIGGER reminders_insert AFTER INSERT ON public.training_assignments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_new_reminders();
CREATE TRIGGER reminders_update AFTER UPDATE ON public.training_assignments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_reminders();
CREATE TRIGGER touch BEFORE UPDATE ON public.training_assignments FOR EACH ROW EXECUTE FUNCTION touch_row();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on training_assignments to application;
