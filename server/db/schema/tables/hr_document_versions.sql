create table hr_document_versions (
  id integer generated always as identity,
  document_id integer not null,
  number integer not null,
  file_id integer not null,
  original_name text not null,
  note text,
  effective_on date,
  review_on date,
  signed_at timestamp with time zone,
  valid_until date,
  uploaded_by text,
  uploaded_at timestamp with time zone default app_now() not null,
  constraint hr_document_versions_pkey PRIMARY KEY (id),
  constraint hr_document_versions_document_id_number_key UNIQUE (document_id, number),
  constraint hr_document_versions_id_document_id_key UNIQUE (id, document_id),
  constraint hr_document_versions_document_id_fkey FOREIGN KEY (document_id) REFERENCES hr_documents(id),
  constraint hr_document_versions_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  constraint hr_document_versions_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id),
  constraint hr_document_versions_check CHECK (((signed_at IS NULL) = (valid_until IS NULL))),
  constraint hr_document_versions_number_check CHECK ((number >= 1))
);
comment on column hr_document_versions.signed_at is 'When the owner of a CV signed it (HR-02).';
comment on column hr_document_versions.valid_until is 'Last day on which a signed CV is valid.';
CREATE INDEX hr_document_versions_file_index ON public.hr_document_versions USING btree (file_id);
CREATE INDEX hr_document_versions_review_index ON public.hr_document_versions USING btree (review_on) WHERE (review_on IS NOT NULL);
CREATE INDEX hr_document_versions_signed_at_index ON public.hr_document_versions USING btree (signed_at) WHERE (signed_at IS NOT NULL);
CREATE INDEX hr_document_versions_signed_index ON public.hr_document_versions USING btree (signed_at) WHERE (signed_at IS NOT NULL);
CREATE INDEX hr_document_versions_uploaded_at_index ON public.hr_document_versions USING btree (uploaded_at);
CREATE INDEX hr_document_versions_uploaded_by_index ON public.hr_document_versions USING btree (uploaded_by);
CREATE INDEX hr_document_versions_valid_until_index ON public.hr_document_versions USING btree (valid_until) WHERE (valid_until IS NOT NULL);
CREATE TRIGGER expiry_change AFTER INSERT OR DELETE OR UPDATE ON public.hr_document_versions FOR EACH STATEMENT EXECUTE FUNCTION mark_expiry();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on hr_document_versions to application;
