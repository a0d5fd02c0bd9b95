create table recovery_codes (
  id integer generated always as identity,
  user_id text not null,
  code_mac text not null,
  created_at timestamp with time zone default app_now() not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (id),
  constraint recovery_codes_user_id_code_mac_key UNIQUE (user_id, code_mac),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint recovery_codes_code_mac_check CHECK ((code_mac ~ '^[0-9a-f]{64}$'::text))
);
comment on column recovery_codes.code_mac is 'HMAC under a key outside the database, never the code.';
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on recovery_codes to application;
