-- AUTH-19: passkeys.

-- AUTH-19: passkeys of people, and the challenges that were used up.
create table passkeys (
  id integer generated always as identity primary key,
  user_id text not null references users,
  credential_id text not null unique check (credential_id ~ '^[A-Za-z0-9_-]+$' and length(credential_id) <= 1400),
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]+$' and length(public_key) <= 4000),
  counter double precision not null check (counter >= 0 and counter = floor(counter)),
  transports text[] not null default '{}',
  backup_eligible boolean not null,
  backed_up boolean not null,
  name text not null check (btrim(name) <> '' and length(name) <= 60),
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_because text check (revoked_because in ('person', 'reset', 'copied', 'identity')),
  mac text not null check (mac ~ '^[0-9a-f]{64}$'),
  check ((revoked_at is null) = (revoked_because is null))
);
comment on table passkeys is 'WebAuthn credentials of people: they sign in, are a second factor, and prove who signs (AUTH-19).';
comment on column passkeys.counter is 'How often the authenticator says it has been used, 32 bits; 0 for those that do not count.';
comment on column passkeys.mac is 'The application''s MAC over person, credential, key, counter, creation and revocation: without it the passkey opens nothing.';
create index passkeys_user_index on passkeys (user_id, id);

create table passkey_challenges (
  challenge_hash text primary key check (challenge_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null
);
comment on table passkey_challenges is 'Challenges that were answered: none counts twice.';
create index passkey_challenges_expiry_index on passkey_challenges (expires_at);

alter table sessions drop constraint sessions_auth_method_check;
alter table sessions add constraint sessions_auth_method_check
  check (auth_method in ('password', 'provider', 'password_totp', 'recovery_code', 'passkey', 'password_passkey'));
alter table signatures drop constraint signatures_auth_method_check;
alter table signatures add constraint signatures_auth_method_check
  check (auth_method in ('password', 'totp', 'password_totp', 'provider', 'passkey'));

--! attach audit
