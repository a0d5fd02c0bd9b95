create table installation (
  id uuid not null,
  singleton boolean default true not null,
  key_fingerprint text not null,
  made_at timestamp with time zone default app_now() not null,
  records_signed_at timestamp with time zone,
  constraint installation_pkey PRIMARY KEY (id),
  constraint installation_singleton_key UNIQUE (singleton),
  constraint installation_key_fingerprint_check CHECK ((key_fingerprint ~ '^[0-9a-f]{32}$'::text)),
  constraint installation_singleton_check CHECK (singleton)
);
comment on table installation is 'The one installation that this database belongs to; DATA_DIR/installation.json has the same id (OPS-09).';
comment on column installation.key_fingerprint is 'Derived from the secret of today: a server with another one refuses to start.';
comment on column installation.records_signed_at is 'From then on every certificate and signature has its public-key signature; null while those of before are being made.';
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on installation to application;
