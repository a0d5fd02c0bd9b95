create table training_modules (
  id integer generated always as identity,
  title text not null,
  description text not null,
  reference text,
  content_type text not null,
  category_id integer,
  family text,
  duration integer default 0 not null,
  passing_score numeric(5,2),
  content_creator text,
  completion_policy text default 'signed'::text not null,
  is_active boolean default true not null,
  retired_at timestamp with time zone,
  organization_id integer,
  created_by text,
  current_version_id integer,
  revision integer default 1 not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  constraint training_modules_pkey PRIMARY KEY (id),
  constraint training_modules_category_id_fkey FOREIGN KEY (category_id) REFERENCES module_categories(id) ON DELETE SET NULL,
  constraint training_modules_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint training_modules_current_version_id_id_fkey FOREIGN KEY (current_version_id, id) REFERENCES module_versions(id, module_id) DEFERRABLE INITIALLY DEFERRED,
  constraint training_modules_family_fkey FOREIGN KEY (family) REFERENCES module_families(code),
  constraint training_modules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint training_modules_completion_policy_check CHECK ((completion_policy = ANY (ARRAY['signed'::text, 'self_attest'::text, 'quiz'::text]))),
  constraint training_modules_content_type_check CHECK ((content_type = ANY (ARRAY['video'::text, 'pdf'::text, 'self-learning'::text, 'instructor-led'::text, 'virtual-classroom'::text, 'quiz'::text, 'presentation'::text, 'webinar'::text, 'hands-on'::text, 'e-learning'::text, 'text'::text, 'placeholder'::text]))),
  constraint training_modules_duration_check CHECK ((duration >= 0)),
  constraint training_modules_passing_score_check CHECK (((passing_score >= (0)::numeric) AND (passing_score <= (100)::numeric))),
  constraint training_modules_reference_check CHECK ((btrim(reference) <> ''::text)),
  constraint training_modules_title_check CHECK ((btrim(title) <> ''::text))
);
comment on column training_modules.family is 'Set by hand; null: the family follows from the title (MOD-05).';
comment on column training_modules.duration is 'Minutes.';
comment on column training_modules.passing_score is 'Percent.';
comment on column training_modules.organization_id is 'Null: a module of the whole installation.';
CREATE INDEX training_modules_category_index ON public.training_modules USING btree (category_id);
CREATE INDEX training_modules_created_by_index ON public.training_modules USING btree (created_by);
CREATE INDEX training_modules_current_version_index ON public.training_modules USING btree (current_version_id, id);
CREATE INDEX training_modules_family_index ON public.training_modules USING btree (family);
CREATE INDEX training_modules_organization_index ON public.training_modules USING btree (organization_id);
CREATE UNIQUE INDEX training_modules_reference_key ON public.training_modules USING btree (organization_id, lower(reference)) NULLS NOT DISTINCT WHERE (reference IS NOT NULL);
CREATE INDEX training_modules_title_index ON public.training_modules USING btree (lower(title), id);
CREATE TRIGGER figures_update AFTER UPDATE ON public.training_modules REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_matrices_of_modules();
CREATE TRIGGER touch BEFORE UPDATE ON public.training_modules FOR EACH ROW EXECUTE FUNCTION touch_row();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on training_modules to application;
