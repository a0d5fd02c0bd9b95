create table signature_agreements (
  id integer generated always as identity,
  user_id text not null,
  text_version text not null,
  text_hash text not null,
  language text default 'en'::text not null,
  accepted_at timestamp with time zone default app_now() not null,
  constraint signature_agreements_pkey PRIMARY KEY (id),
  constraint signature_agreements_user_id_text_version_key UNIQUE (user_id, text_version),
  constraint signature_agreements_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint signature_agreements_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text, 'fr'::text, 'de'::text]))),
  constraint signature_agreements_text_hash_check CHECK ((text_hash ~ '^[0-9a-f]{64}$'::text))
);
comment on column signature_agreements.text_hash is 'SHA-256 of the words that were accepted.';
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.signature_agreements FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select on signature_agreements to application;
