create table training_matrices (
  id integer generated always as identity,
  name text not null,
  organization_id integer,
  department_id integer,
  job_title text,
  template_key text,
  is_active boolean default true not null,
  created_by text,
  revision integer default 1 not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  archived_at timestamp with time zone,
  constraint training_matrices_pkey PRIMARY KEY (id),
  constraint training_matrices_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint training_matrices_department_id_organization_id_fkey FOREIGN KEY (department_id, organization_id) REFERENCES departments(id, organization_id),
  constraint training_matrices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint training_matrices_template_key_fkey FOREIGN KEY (template_key) REFERENCES matrix_templates(key),
  constraint training_matrices_check CHECK (((department_id IS NULL) OR (organization_id IS NOT NULL))),
  constraint training_matrices_job_title_check CHECK (((btrim(job_title) <> ''::text) AND (length(job_title) <= 200))),
  constraint training_matrices_name_check CHECK ((btrim(name) <> ''::text))
);
comment on column training_matrices.department_id is 'Null matches any department (MTX-06); so do organization and job title.';
comment on column training_matrices.archived_at is 'Removed, but people were assigned by it: kept without entries and members.';
CREATE INDEX training_matrices_created_by_index ON public.training_matrices USING btree (created_by);
CREATE INDEX training_matrices_department_index ON public.training_matrices USING btree (department_id, organization_id);
CREATE INDEX training_matrices_job_title_index ON public.training_matrices USING btree (lower(job_title));
CREATE INDEX training_matrices_name_index ON public.training_matrices USING btree (lower(name));
CREATE UNIQUE INDEX training_matrices_name_key ON public.training_matrices USING btree (organization_id, lower(name)) NULLS NOT DISTINCT WHERE (archived_at IS NULL);
CREATE INDEX training_matrices_organization_index ON public.training_matrices USING btree (organization_id);
CREATE INDEX training_matrices_template_index ON public.training_matrices USING btree (template_key);
CREATE TRIGGER figures_delete AFTER DELETE ON public.training_matrices REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_gone_matrices();
CREATE TRIGGER figures_insert AFTER INSERT ON public.training_matrices REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_new_matrices();
CREATE TRIGGER figures_update AFTER UPDATE ON public.training_matrices REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_matrices();
CREATE TRIGGER touch BEFORE UPDATE ON public.training_matrices FOR EACH ROW EXECUTE FUNCTION touch_row();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on training_matrices to application;
