create table passkeys (
  id integer generated always as identity,
  user_id text not null,
  credential_id text not null,
  public_key text not null,
  counter double precision not null,
  transports text[] default '{}'::text[] not null,
  backup_eligible boolean not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_because text,
  mac text not null,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint passkeys_check CHECK (((revoked_at IS NULL) = (revoked_because IS NULL))),
  constraint passkeys_counter_check CHECK (((counter >= (0)::double precision) AND (counter = floor(counter)))),
  constraint passkeys_credential_id_check CHECK (((credential_id ~ '^[A-Za-z0-9_-]+$'::text) AND (length(credential_id) <= 1400))),
  constraint passkeys_mac_check CHECK ((mac ~ '^[0-9a-f]{64}$'::text)),
  constraint passkeys_name_check CHECK (((btrim(name) <> ''::text) AND (length(name) <= 60))),
  constraint passkeys_public_key_check CHECK (((public_key ~ '^[A-Za-z0-9_-]+$'::text) AND (length(public_key) <= 4000))),
  constraint passkeys_revoked_because_check CHECK ((revoked_because = ANY (ARRAY['person'::text, 'reset'::text, 'copied'::text, 'identity'::text])))
);
comment on table passkeys is 'WebAuthn credentials of people: they sign in, are a second factor, and prove who signs (AUTH-19).';
comment on column passkeys.counter is 'How often the authenticator says it has been used, 32 bits; 0 for those that do not count.';
comment on column passkeys.mac is 'The application''s MAC over person, credential, key, counter, creation and revocation: without it the passkey opens nothing.';
CREATE INDEX passkeys_user_index ON public.passkeys USING btree (user_id, id);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on passkeys to application;
