create table hr_documents (
  id integer generated always as identity,
  kind text not null,
  organization_id integer,
  person_id text,
  agreement_id integer,
  registration_id integer,
  title text,
  category text,
  owner_id text,
  current_version_id integer,
  signed_version_id integer,
  archived_at timestamp with time zone,
  created_by text,
  revision integer default 1 not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  constraint hr_documents_pkey PRIMARY KEY (id),
  constraint hr_documents_agreement_id_fkey FOREIGN KEY (agreement_id) REFERENCES hr_agreements(id),
  constraint hr_documents_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint hr_documents_current_version_id_id_fkey FOREIGN KEY (current_version_id, id) REFERENCES hr_document_versions(id, document_id) DEFERRABLE INITIALLY DEFERRED,
  constraint hr_documents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint hr_documents_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint hr_documents_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id),
  constraint hr_documents_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES hr_registrations(id),
  constraint hr_documents_signed_version_id_id_fkey FOREIGN KEY (signed_version_id, id) REFERENCES hr_document_versions(id, document_id) DEFERRABLE INITIALLY DEFERRED,
  constraint hr_documents_category_check CHECK ((category = ANY (ARRAY['policy'::text, 'procedure'::text, 'contract'::text, 'insurance'::text, 'license'::text, 'handbook'::text, 'form'::text, 'other'::text]))),
  constraint hr_documents_check CHECK (((kind = 'cv'::text) = (person_id IS NOT NULL))),
  constraint hr_documents_check1 CHECK (((kind = 'cv'::text) = (organization_id IS NULL))),
  constraint hr_documents_check2 CHECK (((kind = 'agreement'::text) = (agreement_id IS NOT NULL))),
  constraint hr_documents_check3 CHECK (((kind = 'registration'::text) = (registration_id IS NOT NULL))),
  constraint hr_documents_check4 CHECK (((kind = 'organization'::text) = (category IS NOT NULL))),
  constraint hr_documents_check5 CHECK (((kind <> 'organization'::text) OR (title IS NOT NULL))),
  constraint hr_documents_check6 CHECK (((signed_version_id IS NULL) OR (kind = 'cv'::text))),
  constraint hr_documents_kind_check CHECK ((kind = ANY (ARRAY['cv'::text, 'agreement'::text, 'organization'::text, 'registration'::text]))),
  constraint hr_documents_title_check CHECK ((btrim(title) <> ''::text))
);
comment on column hr_documents.organization_id is 'Null for a CV: it goes with its person.';
comment on column hr_documents.signed_version_id is 'The newest version of a CV that its owner signed (HR-02).';
CREATE UNIQUE INDEX hr_documents_agreement_key ON public.hr_documents USING btree (agreement_id);
CREATE INDEX hr_documents_created_by_index ON public.hr_documents USING btree (created_by);
CREATE INDEX hr_documents_current_version_index ON public.hr_documents USING btree (current_version_id, id);
CREATE INDEX hr_documents_newest_version_index ON public.hr_documents USING btree (organization_id, current_version_id) WHERE (kind <> 'cv'::text);
CREATE INDEX hr_documents_organization_index ON public.hr_documents USING btree (organization_id, kind, lower(title), id);
CREATE INDEX hr_documents_owner_index ON public.hr_documents USING btree (owner_id);
CREATE UNIQUE INDEX hr_documents_person_key ON public.hr_documents USING btree (person_id) INCLUDE (current_version_id, signed_version_id);
CREATE INDEX hr_documents_registration_index ON public.hr_documents USING btree (registration_id);
CREATE INDEX hr_documents_signed_version_index ON public.hr_documents USING btree (signed_version_id, id);
CREATE TRIGGER expiry_change AFTER INSERT OR DELETE OR UPDATE ON public.hr_documents FOR EACH STATEMENT EXECUTE FUNCTION mark_expiry();
CREATE TRIGGER figures_insert AFTER INSERT ON public.hr_documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_cvs();
CREATE TRIGGER figures_update AFTER UPDATE ON public.hr_documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_cvs();
CREATE TRIGGER touch BEFORE UPDATE ON public.hr_documents FOR EACH ROW EXECUTE FUNCTION touch_row();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on hr_documents to application;
