create table users (
  id text default ('u_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)) not null,
  email text not null,
  first_name text,
  last_name text,
  profile_image_url text,
  role text default 'learner'::text not null,
  organization_id integer,
  department_id integer,
  manager_id text,
  job_title text,
  is_active boolean default true not null,
  password_hash text,
  password_changed_at timestamp with time zone,
  must_change_password boolean default false not null,
  require_password_change boolean default false not null,
  onboarded_at timestamp with time zone,
  onboarding_completed boolean default false not null,
  settings jsonb default '{}'::jsonb not null,
  pending_email text,
  erased_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  revision integer default 1 not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  locked_at timestamp with time zone,
  own_title_before text,
  preferred_name text,
  signing_email text,
  external_id text,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_department_id_organization_id_fkey FOREIGN KEY (department_id, organization_id) REFERENCES departments(id, organization_id),
  constraint users_manager_id_fkey FOREIGN KEY (manager_id) REFERENCES users(id),
  constraint users_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint users_check CHECK ((manager_id <> id)),
  constraint users_check1 CHECK (((department_id IS NULL) OR (organization_id IS NOT NULL))),
  constraint users_email_check CHECK (((email = btrim(email)) AND (email <> ''::text))),
  constraint users_external_id_check CHECK (((btrim(external_id) <> ''::text) AND (length(external_id) <= 100))),
  constraint users_job_title_check CHECK ((length(job_title) <= 200)),
  constraint users_no_token_check CHECK ((id !~ '^token-[0-9]+$'::text)),
  constraint users_own_title_before_check CHECK ((length(own_title_before) <= 200)),
  constraint users_preferred_name_check CHECK ((btrim(preferred_name) <> ''::text)),
  constraint users_profile_image_url_check CHECK ((profile_image_url ~ '^/api/users/[A-Za-z0-9_-]+/picture[?]v=[0-9a-f]{12}$'::text)),
  constraint users_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'manager'::text, 'learner'::text]))),
  constraint users_settings_check CHECK ((jsonb_typeof(settings) = 'object'::text))
);
comment on column users.require_password_change is 'A new password is asked once, at the next sign-in (AUTH-07).';
comment on column users.locked_at is 'After too many failures in the regulated profile; only an administrator unlocks.';
comment on column users.own_title_before is 'Job title before the person changed it, empty for none; null once an administrator has set one.';
comment on column users.preferred_name is 'What the person wants to be called in greetings; never on signatures, certificates and papers (AUTH-16).';
comment on column users.signing_email is 'The address before administrators changed it: there the person proves who they are. Null: the email of the account.';
comment on column users.external_id is 'The number of the person in another system, by which an import recognizes the person.';
CREATE INDEX users_created_index ON public.users USING btree (created_at, id);
CREATE INDEX users_department_index ON public.users USING btree (department_id, organization_id);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));
CREATE UNIQUE INDEX users_external_id_key ON public.users USING btree (external_id);
CREATE INDEX users_inactive_index ON public.users USING btree (lower(last_name), lower(first_name), id) WHERE (NOT is_active);
CREATE INDEX users_job_title_index ON public.users USING btree (lower(job_title));
CREATE INDEX users_manager_index ON public.users USING btree (manager_id);
CREATE INDEX users_name_index ON public.users USING btree (lower(last_name), lower(first_name), id);
CREATE INDEX users_onboarding_index ON public.users USING btree (lower(last_name), lower(first_name), id) WHERE (NOT onboarding_completed);
CREATE INDEX users_organization_index ON public.users USING btree (organization_id);
CREATE INDEX users_organization_name_index ON public.users USING btree (organization_id, lower(last_name), lower(first_name), id);
CREATE INDEX users_role_index ON public.users USING btree (role) WHERE (role <> 'learner'::text);
CREATE INDEX users_role_name_index ON public.users USING btree (role, lower(last_name), lower(first_name), id);
CREATE INDEX users_search_index ON public.users USING gin (lower((((COALESCE((first_name || ' '::text), ''::text) || COALESCE(last_name, ''::text)) || chr(10)) || email)) extensions.gin_trgm_ops);
CREATE INDEX users_whole_name_index ON public.users USING btree (COALESCE(lower(last_name), ''::text), COALESCE(lower(first_name), ''::text), id);
CREATE TRIGGER counts_delete AFTER DELETE ON public.users REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_gone_people();
CREATE TRIGGER counts_insert AFTER INSERT ON public.users REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_new_people();
CREATE TRIGGER counts_update AFTER UPDATE ON public.users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_changed_people();
CREATE TRIGGER expiry_change AFTER UPDATE ON public.users FOR EACH ROW WHEN (((((old.organization_id IS DISTINCT FROM new.organization_id) OR (old.is_active IS DISTINCT FROM new.is_active)) OR (old.erased_at IS DISTINCT FROM new.erased_at)) OR (old.role IS DISTINCT FROM new.role))) EXECUTE FUNCTION mark_expiry();
CREATE TRIGGER figures_delete AFTER DELETE ON public.users REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_gone_figures();
CREATE TRIGGER figures_insert AFTER INSERT ON public.users REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_new_figures();
CREATE TRIGGER figures_update AFTER UPDATE ON public.users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_people();
CREATE TRIGGER history_first_sign_in AFTER INSERT ON public.users FOR EACH ROW WHEN ((new.last_sign_in_at IS NOT NULL)) EXECUTE FUNCTION keep_sign_in();
CREATE TRIGGER history_sign_in AFTER UPDATE ON public.users FOR EACH ROW WHEN (((new.last_sign_in_at IS NOT NULL) AND (old.last_sign_in_at IS DISTINCT FROM new.last_sign_in_at))) EXECUTE FUNCTION keep_sign_in();
CREATE TRIGGER history_update AFTER UPDATE ON public.users FOR EACH ROW WHEN (((((old.email IS DISTINCT FROM new.email) OR (old.first_name IS DISTINCT FROM new.first_name)) OR (old.last_name IS DISTINCT FROM new.last_name)) OR (old.erased_at IS DISTINCT FROM new.erased_at))) EXECUTE FUNCTION keep_person_history();
CREATE TRIGGER manager_loop_insert AFTER INSERT ON public.users REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION check_new_managers();
CREATE TRIGGER manager_loop_update AFTER UPDATE ON public.users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION check_changed_managers();
CREATE TRIGGER periods_insert AFTER INSERT ON public.users REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION open_user_periods();
CREATE TRIGGER periods_update AFTER UPDATE ON public.users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION follow_user_periods();
CREATE TRIGGER reminders_update AFTER UPDATE ON public.users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_reminded_people();
CREATE TRIGGER touch BEFORE UPDATE ON public.users FOR EACH ROW WHEN (((to_jsonb(old.*) - '{last_sign_in_at,password_hash}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{last_sign_in_at,password_hash}'::text[]))) EXECUTE FUNCTION touch_row();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on users to application;
