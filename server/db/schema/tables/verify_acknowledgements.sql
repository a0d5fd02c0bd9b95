create table verify_acknowledgements (
  id integer generated always as identity,
  findings_hash text not null,
  findings_count integer not null,
  reason text not null,
  signed_by text not null,
  signed_at timestamp with time zone not null,
  constraint verify_acknowledgements_pkey PRIMARY KEY (id),
  constraint verify_acknowledgements_signed_by_fkey FOREIGN KEY (signed_by) REFERENCES users(id),
  constraint verify_acknowledgements_findings_count_check CHECK ((findings_count > 0)),
  constraint verify_acknowledgements_findings_hash_check CHECK ((findings_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint verify_acknowledgements_reason_check CHECK ((btrim(reason) <> ''::text))
);
comment on table verify_acknowledgements is 'What an administrator signed about findings: exactly those of the hash.';
CREATE INDEX verify_acknowledgements_signed_by_index ON public.verify_acknowledgements USING btree (signed_by);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.verify_acknowledgements FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select on verify_acknowledgements to application;
