create table push_keys (
  public_key text not null,
  ciphertext text not null,
  key_id text not null,
  created_at timestamp with time zone default app_now() not null,
  ended_at timestamp with time zone,
  constraint push_keys_pkey PRIMARY KEY (public_key)
);
comment on column push_keys.ciphertext is 'The private key, sealed.';
CREATE UNIQUE INDEX push_keys_open_key ON public.push_keys USING btree (((ended_at IS NULL))) WHERE (ended_at IS NULL);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on push_keys to application;
