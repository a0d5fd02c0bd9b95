create table issued_papers (
  id integer generated always as identity,
  sha256 text not null,
  kind text not null,
  format text not null,
  issued_to text not null,
  organization_id integer,
  as_of timestamp with time zone not null,
  time_zone text not null,
  scope jsonb default '{}'::jsonb not null,
  issued_at timestamp with time zone default app_now() not null,
  constraint issued_papers_pkey PRIMARY KEY (id),
  constraint issued_papers_sha256_issued_to_key UNIQUE (sha256, issued_to),
  constraint issued_papers_issued_to_fkey FOREIGN KEY (issued_to) REFERENCES users(id),
  constraint issued_papers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint issued_papers_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'csv'::text, 'xlsx'::text, 'zip'::text, 'jsonl'::text]))),
  constraint issued_papers_kind_check CHECK ((kind = ANY (ARRAY['people'::text, 'assignments'::text, 'completions'::text, 'training'::text, 'matrix'::text, 'audit'::text, 'report'::text, 'trail_bundle'::text, 'training_file'::text, 'signature_sheet'::text, 'binder'::text, 'qualified'::text, 'certificate'::text, 'agreement'::text, 'compliance'::text, 'access_review'::text]))),
  constraint issued_papers_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
comment on table issued_papers is 'Papers that were handed out, by their SHA-256 (INS-03). Rows are only inserted.';
CREATE INDEX issued_papers_issued_to_index ON public.issued_papers USING btree (issued_to, id);
CREATE INDEX issued_papers_organization_index ON public.issued_papers USING btree (organization_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.issued_papers FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select on issued_papers to application;
