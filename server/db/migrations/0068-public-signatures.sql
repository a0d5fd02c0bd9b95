-- SIG-04: records can be checked without a secret. A job signs those of before, whose MAC only the server can check.

-- SIG-04: Ed25519 signatures of the installation over certificates with their completions, and over all other signatures.
create table public_signatures (
  id integer generated always as identity primary key,
  certificate_id integer unique references certificates,
  signature_id integer unique references signatures,
  made_at timestamptz not null check (made_at = date_trunc('milliseconds', made_at)),
  occasion text not null check (occasion in ('signing', 'afterwards')),
  key_id text not null check (key_id ~ '^[0-9a-f]{32}$'),
  signature text not null check (signature ~ '^[A-Za-z0-9+/]{86}==$'),
  check (num_nonnulls(certificate_id, signature_id) = 1)
);
comment on table public_signatures is 'Ed25519 signatures with which anybody can check a record without a secret (SIG-04): only ever inserted.';
comment on column public_signatures.certificate_id is 'The signed text covers the certificate, its completion and the signature of that.';
comment on column public_signatures.occasion is 'Whether it was made with the record, or afterwards for a record that was made before there were such signatures.';
comment on column public_signatures.key_id is 'The fingerprint of the public key; key_generations has the keys.';

alter table installation add column records_signed_at timestamptz;
comment on column installation.records_signed_at is 'From then on every certificate and signature has its public-key signature; null while those of before are being made.';

--! attach audit
