create table hr_agreements (
  id integer generated always as identity,
  organization_id integer not null,
  title text not null,
  kind text not null,
  party_user_id text,
  party_name text,
  party_email text,
  starts_on date not null,
  ends_on date,
  notice_days integer default 30 not null,
  status text default 'draft'::text not null,
  sent_at timestamp with time zone,
  activated_at timestamp with time zone,
  terminated_at timestamp with time zone,
  terminated_by text,
  terminated_reason text,
  created_by text,
  revision integer default 1 not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  terminates_on date,
  notice_given_at timestamp with time zone,
  notice_given_by text,
  notice_reason text,
  declined_at timestamp with time zone,
  declined_reason text,
  constraint hr_agreements_pkey PRIMARY KEY (id),
  constraint hr_agreements_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint hr_agreements_notice_given_by_fkey FOREIGN KEY (notice_given_by) REFERENCES users(id),
  constraint hr_agreements_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint hr_agreements_party_user_id_fkey FOREIGN KEY (party_user_id) REFERENCES users(id),
  constraint hr_agreements_terminated_by_fkey FOREIGN KEY (terminated_by) REFERENCES users(id),
  constraint hr_agreements_check CHECK ((ends_on >= starts_on)),
  constraint hr_agreements_check1 CHECK ((num_nonnulls(party_user_id, party_name) = 1)),
  constraint hr_agreements_check2 CHECK (((party_email IS NULL) OR (party_user_id IS NULL))),
  constraint hr_agreements_check3 CHECK (((status = 'terminated'::text) = (terminated_at IS NOT NULL))),
  constraint hr_agreements_check4 CHECK (((status <> 'terminated'::text) OR (btrim(terminated_reason) <> ''::text))),
  constraint hr_agreements_check5 CHECK (((status <> 'active'::text) OR (activated_at IS NOT NULL))),
  constraint hr_agreements_declined_check CHECK ((((status = 'declined'::text) = (declined_at IS NOT NULL)) AND ((declined_at IS NULL) = (declined_reason IS NULL)))),
  constraint hr_agreements_kind_check CHECK ((kind = ANY (ARRAY['consulting'::text, 'services'::text, 'confidentiality'::text, 'advisory'::text, 'other'::text]))),
  constraint hr_agreements_notice_check CHECK (((num_nonnulls(terminates_on, notice_given_at, notice_reason) = ANY (ARRAY[0, 3])) AND (terminates_on >= starts_on) AND (terminates_on <= COALESCE(ends_on, terminates_on)))),
  constraint hr_agreements_notice_days_check CHECK (((notice_days >= 0) AND (notice_days <= 730))),
  constraint hr_agreements_party_email_check CHECK ((btrim(party_email) <> ''::text)),
  constraint hr_agreements_party_name_check CHECK ((btrim(party_name) <> ''::text)),
  constraint hr_agreements_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'out_for_signature'::text, 'declined'::text, 'active'::text, 'terminated'::text]))),
  constraint hr_agreements_title_check CHECK ((btrim(title) <> ''::text))
);
comment on column hr_agreements.party_user_id is 'The other party where it has an account; else party_name and party_email.';
comment on column hr_agreements.status is 'Starting, ending, expiring and expired follow from the dates and today and are never stored (HR-03).';
comment on column hr_agreements.terminates_on is 'Last day after a notice; the end that was signed stays in ends_on.';
comment on column hr_agreements.declined_reason is 'Why the other party did not sign.';
CREATE INDEX hr_agreements_created_by_index ON public.hr_agreements USING btree (created_by);
CREATE INDEX hr_agreements_ends_on_index ON public.hr_agreements USING btree (ends_on) WHERE ((status = 'active'::text) AND (ends_on IS NOT NULL));
CREATE INDEX hr_agreements_last_step_index ON public.hr_agreements USING btree (organization_id, GREATEST(sent_at, activated_at, declined_at, notice_given_at, terminated_at));
CREATE INDEX hr_agreements_notice_given_by_index ON public.hr_agreements USING btree (notice_given_by);
CREATE INDEX hr_agreements_organization_index ON public.hr_agreements USING btree (organization_id, status, id);
CREATE INDEX hr_agreements_party_index ON public.hr_agreements USING btree (party_user_id);
CREATE INDEX hr_agreements_search_index ON public.hr_agreements USING gin (lower(((((title || chr(10)) || COALESCE(party_name, ''::text)) || chr(10)) || COALESCE(party_email, ''::text))) extensions.gin_trgm_ops);
CREATE INDEX hr_agreements_terminated_by_index ON public.hr_agreements USING btree (terminated_by);
CREATE INDEX hr_agreements_terminates_on_index ON public.hr_agreements USING btree (terminates_on) WHERE (terminates_on IS NOT NULL);
CREATE TRIGGER expiry_change AFTER INSERT OR DELETE OR UPDATE ON public.hr_agreements FOR EACH STATEMENT EXECUTE FUNCTION mark_expiry();
CREATE TRIGGER touch BEFORE UPDATE ON public.hr_agreements FOR EACH ROW EXECUTE FUNCTION touch_row();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on hr_agreements to application;
