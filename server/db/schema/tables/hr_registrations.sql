create table hr_registrations (
  id integer generated always as identity,
  organization_id integer not null,
  name text not null,
  number text not null,
  authority text not null,
  country text not null,
  address text,
  contact_name text,
  contact_email text,
  contact_phone text,
  valid_until date,
  created_by text,
  revision integer default 1 not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  retired_at timestamp with time zone,
  retired_by text,
  retired_reason text,
  constraint hr_registrations_pkey PRIMARY KEY (id),
  constraint hr_registrations_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint hr_registrations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint hr_registrations_retired_by_fkey FOREIGN KEY (retired_by) REFERENCES users(id),
  constraint hr_registrations_authority_check CHECK ((btrim(authority) <> ''::text)),
  constraint hr_registrations_country_check CHECK ((btrim(country) <> ''::text)),
  constraint hr_registrations_name_check CHECK ((btrim(name) <> ''::text)),
  constraint hr_registrations_number_check CHECK ((btrim(number) <> ''::text)),
  constraint hr_registrations_retirement_check CHECK ((((retired_at IS NULL) = (retired_reason IS NULL)) AND ((retired_at IS NOT NULL) OR (retired_by IS NULL))))
);
comment on table hr_registrations is 'Where an organization is registered, and until when (HR-01).';
comment on column hr_registrations.retired_at is 'When it was taken out of use; it stays on record with its documents.';
CREATE INDEX hr_registrations_created_by_index ON public.hr_registrations USING btree (created_by);
CREATE INDEX hr_registrations_organization_index ON public.hr_registrations USING btree (organization_id, lower(name), id);
CREATE INDEX hr_registrations_retired_by_index ON public.hr_registrations USING btree (retired_by);
CREATE INDEX hr_registrations_valid_until_index ON public.hr_registrations USING btree (valid_until) WHERE (valid_until IS NOT NULL);
CREATE TRIGGER expiry_change AFTER INSERT OR DELETE OR UPDATE ON public.hr_registrations FOR EACH STATEMENT EXECUTE FUNCTION mark_expiry();
CREATE TRIGGER touch BEFORE UPDATE ON public.hr_registrations FOR EACH ROW EXECUTE FUNCTION touch_row();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on hr_registrations to application;
