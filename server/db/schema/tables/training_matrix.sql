create table training_matrix (
  id integer generated always as identity,
  matrix_id integer not null,
  module_id integer not null,
  is_required boolean default true not null,
  days_to_due integer default 30 not null,
  renewal_period integer,
  created_by text,
  revision integer default 1 not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  renewal_window integer default 30 not null,
  constraint training_matrix_pkey PRIMARY KEY (id),
  constraint training_matrix_matrix_id_module_id_key UNIQUE (matrix_id, module_id),
  constraint training_matrix_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint training_matrix_matrix_id_fkey FOREIGN KEY (matrix_id) REFERENCES training_matrices(id) ON DELETE CASCADE,
  constraint training_matrix_module_id_fkey FOREIGN KEY (module_id) REFERENCES training_modules(id),
  constraint training_matrix_days_to_due_check CHECK (((days_to_due >= 0) AND (days_to_due <= 3650))),
  constraint training_matrix_renewal_period_check CHECK (((renewal_period >= 1) AND (renewal_period <= 120))),
  constraint training_matrix_renewal_window_check CHECK (((renewal_window >= 0) AND (renewal_window <= 365)))
);
comment on table training_matrix is 'The entries of a matrix, one row a module.';
comment on column training_matrix.renewal_period is 'Months; null: no renewal.';
comment on column training_matrix.renewal_window is 'Days before the end of validity in which the renewal is open (MTX-08).';
CREATE INDEX training_matrix_created_by_index ON public.training_matrix USING btree (created_by);
CREATE INDEX training_matrix_module_index ON public.training_matrix USING btree (module_id);
CREATE TRIGGER figures_delete AFTER DELETE ON public.training_matrix REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_gone_matrices();
CREATE TRIGGER figures_insert AFTER INSERT ON public.training_matrix REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_new_matrices();
CREATE TRIGGER figures_update AFTER UPDATE ON public.training_matrix REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_entries();
CREATE TRIGGER touch BEFORE UPDATE ON public.training_matrix FOR EACH ROW EXECUTE FUNCTION touch_row();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on training_matrix to application;
