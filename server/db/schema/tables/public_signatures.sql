create table public_signatures (
  id integer generated always as identity,
  certificate_id integer,
  signature_id integer,
  made_at timestamp with time zone not null,
  occasion text not null,
  key_id text not null,
  signature text not null,
  constraint public_signatures_pkey PRIMARY KEY (id),
  constraint public_signatures_certificate_id_key UNIQUE (certificate_id),
  constraint public_signatures_signature_id_key UNIQUE (signature_id),
  constraint public_signatures_certificate_id_fkey FOREIGN KEY (certificate_id) REFERENCES certificates(id),
  constraint public_signatures_signature_id_fkey FOREIGN KEY (signature_id) REFERENCES signatures(id),
  constraint public_signatures_check CHECK ((num_nonnulls(certificate_id, signature_id) = 1)),
  constraint public_signatures_key_id_check CHECK ((key_id ~ '^[0-9a-f]{32}$'::text)),
  constraint public_signatures_made_at_check CHECK ((made_at = date_trunc('milliseconds'::text, made_at))),
  constraint public_signatures_occasion_check CHECK ((occasion = ANY (ARRAY['signing'::text, 'afterwards'::text]))),
  constraint public_signatures_signature_check CHECK ((signature ~ '^[A-Za-z0-9+/]{86}==$'::text))
);
comment on table public_signatures is 'Ed25519 signatures with which anybody can check a record without a secret (SIG-04): only ever inserted.';
comment on column public_signatures.certificate_id is 'The signed text covers the certificate, its completion and the signature of that.';
comment on column public_signatures.occasion is 'Whether it was made with the record, or afterwards for a record that was made before there were such signatures.';
comment on column public_signatures.key_id is 'The fingerprint of the public key; key_generations has the keys.';
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.public_signatures FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select on public_signatures to application;
