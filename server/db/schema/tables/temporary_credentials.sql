create table temporary_credentials (
  id integer generated always as identity,
  user_id text not null,
  kind text not null,
  ciphertext text,
  key_id text not null,
  issued_by text,
  issued_at timestamp with time zone default app_now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint temporary_credentials_pkey PRIMARY KEY (id),
  constraint temporary_credentials_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES users(id),
  constraint temporary_credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint temporary_credentials_kind_check CHECK ((kind = ANY (ARRAY['preset'::text, 'generated'::text, 'set'::text])))
);
comment on column temporary_credentials.ciphertext is 'AES-256-GCM, null as soon as the credential has ended.';
comment on column temporary_credentials.ended_at is 'Set when its owner chose a password, or a later credential replaced it.';
CREATE INDEX temporary_credentials_expiry_index ON public.temporary_credentials USING btree (expires_at) WHERE (ciphertext IS NOT NULL);
CREATE INDEX temporary_credentials_issued_by_index ON public.temporary_credentials USING btree (issued_by);
CREATE UNIQUE INDEX temporary_credentials_open_key ON public.temporary_credentials USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX temporary_credentials_user_index ON public.temporary_credentials USING btree (user_id);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on temporary_credentials to application;
