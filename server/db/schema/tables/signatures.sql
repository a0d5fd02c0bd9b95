create table signatures (
  id integer generated always as identity,
  record_type text not null,
  record_id integer not null,
  training_record_id integer generated always as (
CASE
    WHEN (record_type = 'training_records'::text) THEN record_id
    ELSE NULL::integer
END) stored,
  signer_id text not null,
  printed_name text not null,
  signed_at timestamp with time zone default app_now() not null,
  time_zone text not null,
  meaning text not null,
  meaning_code text not null,
  statement_version integer not null,
  record_hash text not null,
  content_hash text,
  signature_hash text not null,
  signature_mac text not null,
  key_id text not null,
  agreement_id integer,
  agreement_version integer not null,
  auth_method text not null,
  session_hash text,
  ip text,
  user_agent text,
  hr_document_version_id integer generated always as (
CASE
    WHEN (record_type = 'hr_document_versions'::text) THEN record_id
    ELSE NULL::integer
END) stored,
  hr_agreement_id integer generated always as (
CASE
    WHEN (record_type = 'hr_agreements'::text) THEN record_id
    ELSE NULL::integer
END) stored,
  hr_acknowledgement_id integer generated always as (
CASE
    WHEN (record_type = 'hr_acknowledgements'::text) THEN record_id
    ELSE NULL::integer
END) stored,
  verify_acknowledgement_id integer generated always as (
CASE
    WHEN (record_type = 'verify_acknowledgements'::text) THEN record_id
    ELSE NULL::integer
END) stored,
  language text,
  signing_confirmation_id integer generated always as (
CASE
    WHEN (record_type = 'signing_confirmations'::text) THEN record_id
    ELSE NULL::integer
END) stored,
  access_review_id integer generated always as (
CASE
    WHEN (record_type = 'access_reviews'::text) THEN record_id
    ELSE NULL::integer
END) stored,
  trail_review_id integer generated always as (
CASE
    WHEN (record_type = 'trail_reviews'::text) THEN record_id
    ELSE NULL::integer
END) stored,
  constraint signatures_pkey PRIMARY KEY (id),
  constraint signatures_record_type_record_id_signer_id_meaning_code_key UNIQUE (record_type, record_id, signer_id, meaning_code),
  constraint signatures_access_review_id_fkey FOREIGN KEY (access_review_id) REFERENCES access_reviews(id),
  constraint signatures_agreement_id_fkey FOREIGN KEY (agreement_id) REFERENCES signature_agreements(id),
  constraint signatures_hr_acknowledgement_id_fkey FOREIGN KEY (hr_acknowledgement_id) REFERENCES hr_acknowledgements(id),
  constraint signatures_hr_agreement_id_fkey FOREIGN KEY (hr_agreement_id) REFERENCES hr_agreements(id),
  constraint signatures_hr_document_version_id_fkey FOREIGN KEY (hr_document_version_id) REFERENCES hr_document_versions(id),
  constraint signatures_signer_id_fkey FOREIGN KEY (signer_id) REFERENCES users(id),
  constraint signatures_signing_confirmation_id_fkey FOREIGN KEY (signing_confirmation_id) REFERENCES signing_confirmations(id),
  constraint signatures_trail_review_id_fkey FOREIGN KEY (trail_review_id) REFERENCES trail_reviews(id),
  constraint signatures_training_record_id_fkey FOREIGN KEY (training_record_id) REFERENCES training_records(id),
  constraint signatures_verify_acknowledgement_id_fkey FOREIGN KEY (verify_acknowledgement_id) REFERENCES verify_acknowledgements(id),
  constraint signatures_agreement_version_check CHECK ((agreement_version >= 1)),
  constraint signatures_auth_method_check CHECK ((auth_method = ANY (ARRAY['password'::text, 'totp'::text, 'password_totp'::text, 'provider'::text, 'passkey'::text]))),
  constraint signatures_content_hash_check CHECK ((content_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint signatures_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text, 'fr'::text, 'de'::text]))),
  constraint signatures_meaning_check CHECK (((length(meaning) >= 1) AND (length(meaning) <= 200))),
  constraint signatures_printed_name_check CHECK ((btrim(printed_name) <> ''::text)),
  constraint signatures_record_hash_check CHECK ((record_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint signatures_record_type_check CHECK ((record_type = ANY (ARRAY['training_records'::text, 'hr_document_versions'::text, 'hr_agreements'::text, 'hr_acknowledgements'::text, 'verify_acknowledgements'::text, 'signing_confirmations'::text, 'access_reviews'::text, 'trail_reviews'::text]))),
  constraint signatures_signature_hash_check CHECK ((signature_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint signatures_signature_mac_check CHECK ((signature_mac ~ '^[0-9a-f]{64}$'::text)),
  constraint signatures_statement_version_check CHECK ((statement_version >= 1)),
  constraint signatures_time_zone_check CHECK (is_time_zone(time_zone))
);
comment on column signatures.record_hash is 'SHA-256 of the record''s signed bytes.';
comment on column signatures.content_hash is 'SHA-256 of the content version that was shown.';
comment on column signatures.signature_hash is 'SHA-256 over record type and id, signer, name, time, zone, meaning and both hashes.';
comment on column signatures.signature_mac is 'HMAC-SHA-256 of the same bytes; its key stands outside the database.';
comment on column signatures.language is 'The language of the statement; null for signatures from before it was stored.';
CREATE INDEX signatures_access_review_index ON public.signatures USING btree (access_review_id) WHERE (access_review_id IS NOT NULL);
CREATE INDEX signatures_agreement_index ON public.signatures USING btree (agreement_id);
CREATE INDEX signatures_hr_acknowledgement_index ON public.signatures USING btree (hr_acknowledgement_id) WHERE (hr_acknowledgement_id IS NOT NULL);
CREATE INDEX signatures_hr_agreement_index ON public.signatures USING btree (hr_agreement_id) WHERE (hr_agreement_id IS NOT NULL);
CREATE INDEX signatures_hr_document_version_index ON public.signatures USING btree (hr_document_version_id) WHERE (hr_document_version_id IS NOT NULL);
CREATE INDEX signatures_signer_index ON public.signatures USING btree (signer_id, signed_at);
CREATE INDEX signatures_signing_confirmation_index ON public.signatures USING btree (signing_confirmation_id) WHERE (signing_confirmation_id IS NOT NULL);
CREATE INDEX signatures_trail_review_index ON public.signatures USING btree (trail_review_id) WHERE (trail_review_id IS NOT NULL);
CREATE INDEX signatures_training_record_index ON public.signatures USING btree (training_record_id);
CREATE INDEX signatures_verify_acknowledgement_index ON public.signatures USING btree (verify_acknowledgement_id) WHERE (verify_acknowledgement_id IS NOT NULL);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.signatures FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select on signatures to application;
