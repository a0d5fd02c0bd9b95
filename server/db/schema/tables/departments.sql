create table departments (
  id integer generated always as identity,
  name text not null,
  organization_id integer not null,
  description text,
  revision integer default 1 not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  constraint departments_pkey PRIMARY KEY (id),
  constraint departments_id_organization_id_key UNIQUE (id, organization_id),
  constraint departments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint departments_name_check CHECK ((btrim(name) <> ''::text))
);
CREATE UNIQUE INDEX departments_name_key ON public.departments USING btree (organization_id, lower(name));
CREATE TRIGGER touch BEFORE UPDATE ON public.departments FOR EACH ROW EXECUTE FUNCTION touch_row();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on departments to application;
