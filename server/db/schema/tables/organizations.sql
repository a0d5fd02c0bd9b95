create table organizations (
  id integer generated always as identity,
  name text not null,
  description text,
  type text default 'Medical Training'::text not null,
  is_active boolean default true not null,
  slug text not null,
  time_zone text default 'UTC'::text not null,
  title_pattern text,
  show_on_landing boolean default false not null,
  max_session_timeout integer default 480 not null,
  archived_at timestamp with time zone,
  revision integer default 1 not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  invite_new_accounts boolean default true not null,
  return_days integer default 14 not null,
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_slug_key UNIQUE (slug),
  constraint organizations_max_session_timeout_check CHECK (((max_session_timeout >= 5) AND (max_session_timeout <= 480))),
  constraint organizations_name_check CHECK ((btrim(name) <> ''::text)),
  constraint organizations_return_days_check CHECK (((return_days >= 0) AND (return_days <= 90))),
  constraint organizations_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  constraint organizations_time_zone_check CHECK (is_time_zone(time_zone)),
  constraint organizations_type_check CHECK ((btrim(type) <> ''::text))
);
comment on column organizations.title_pattern is 'Text in module titles that marks the family of this organization.';
comment on column organizations.max_session_timeout is 'Minutes.';
comment on column organizations.invite_new_accounts is 'New accounts get an email with a link that sets the password.';
comment on column organizations.return_days is 'Trainings due during an absence become due so many days after the return (USR-10).';
CREATE INDEX organizations_landing_index ON public.organizations USING btree (name) WHERE (show_on_landing AND is_active);
CREATE INDEX organizations_name_index ON public.organizations USING btree (lower(name));
CREATE TRIGGER expiry_change AFTER UPDATE ON public.organizations FOR EACH ROW WHEN (((old.time_zone IS DISTINCT FROM new.time_zone) OR (old.is_active IS DISTINCT FROM new.is_active))) EXECUTE FUNCTION mark_expiry();
CREATE TRIGGER figures_update AFTER UPDATE ON public.organizations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_people_of_zone();
CREATE TRIGGER reminders_update AFTER UPDATE ON public.organizations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_reminders_of_organizations();
CREATE TRIGGER touch BEFORE UPDATE ON public.organizations FOR EACH ROW EXECUTE FUNCTION touch_row();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on organizations to application;
