/** SIG-01…04: signatures, only ever inserted, and the acceptance that they bind. */
export const signaturesSql = `
create table signature_agreements (
  id integer generated always as identity primary key,
  user_id text not null references users,
  text_version text not null,
  text_hash text not null check (text_hash ~ '^[0-9a-f]{64}$'),
  language text not null default 'en' check (language in ('en', 'es', 'fr', 'de')),
  accepted_at timestamptz not null default app_now(),
  unique (user_id, text_version)
);

create table signatures (
  id integer generated always as identity primary key,
  record_type text not null check (record_type in ('training_records')),
  record_id integer not null,
  training_record_id integer generated always as (case when record_type = 'training_records' then record_id end) stored
    references training_records,
  signer_id text not null references users,
  printed_name text not null check (btrim(printed_name) <> ''),
  signed_at timestamptz not null default app_now(),
  time_zone text not null check (is_time_zone(time_zone)),
  meaning text not null check (length(meaning) between 1 and 200),
  meaning_code text not null,
  statement_version integer not null check (statement_version >= 1),
  record_hash text not null check (record_hash ~ '^[0-9a-f]{64}$'),
  content_hash text check (content_hash ~ '^[0-9a-f]{64}$'),
  signature_hash text not null check (signature_hash ~ '^[0-9a-f]{64}$'),
  signature_mac text not null check (signature_mac ~ '^[0-9a-f]{64}$'),
  key_id text not null,
  agreement_id integer references signature_agreements,
  agreement_version integer not null check (agreement_version >= 1),
  auth_method text not null check (auth_method in ('password', 'totp', 'password_totp', 'provider')),
  session_hash text,
  ip text,
  user_agent text,
  unique (record_type, record_id, signer_id, meaning_code)
);
comment on column signature_agreements.text_hash is 'SHA-256 of the words that were accepted.';
comment on column signatures.record_hash is 'SHA-256 of the record''s signed bytes.';
comment on column signatures.content_hash is 'SHA-256 of the content version that was shown.';
comment on column signatures.signature_hash is 'SHA-256 over record type and id, signer, name, time, zone, meaning and both hashes.';
comment on column signatures.signature_mac is 'HMAC-SHA-256 of the same bytes; its key stands outside the database.';
create index signatures_training_record_index on signatures (training_record_id);
create index signatures_signer_index on signatures (signer_id, signed_at);
create index signatures_agreement_index on signatures (agreement_id);
`;

/** SIG-05: the language in which a statement was signed; null for signatures from before it was stored. */
export const statementLanguagesSql = `
alter table signatures add column language text check (language in ('en', 'es', 'fr', 'de'));
comment on column signatures.language is 'The language of the statement; null for signatures from before it was stored.';
`;
