/** Sign-in: sessions (SPEC §3, AUTH-05), assigned passwords (AUTH-08), throttles (AUTH-11), one-time links (AUTH-10, AUTH-16). */
export const accountsSql = `
create table sessions (
  sid text primary key check (sid ~ '^[0-9a-f]{64}$'),
  sess jsonb not null default '{}',
  expire timestamptz not null,
  user_id text references users,
  created_at timestamptz not null default app_now(),
  last_input_at timestamptz not null default app_now(),
  absolute_expire timestamptz not null,
  idle_minutes integer not null default 60 check (idle_minutes between 5 and 480),
  ip text,
  user_agent text,
  auth_method text check (auth_method in ('password', 'provider', 'password_totp', 'recovery_code')),
  strong_auth_at timestamptz
);
comment on column sessions.sid is 'SHA-256 of the cookie value, never the value.';
comment on column sessions.strong_auth_at is 'When all factors were last given in this session (SIG-03).';
create index sessions_user_index on sessions (user_id);
create index sessions_expire_index on sessions (expire);

create table temporary_credentials (
  id integer generated always as identity primary key,
  user_id text not null references users,
  kind text not null check (kind in ('preset', 'generated', 'set')),
  ciphertext text,
  key_id text not null,
  issued_by text references users,
  issued_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  ended_at timestamptz
);
comment on column temporary_credentials.ciphertext is 'AES-256-GCM, null as soon as the credential has ended.';
comment on column temporary_credentials.ended_at is 'Set when its owner chose a password, or a later credential replaced it.';
create unique index temporary_credentials_open_key on temporary_credentials (user_id) where ended_at is null;
create index temporary_credentials_user_index on temporary_credentials (user_id);
create index temporary_credentials_issued_by_index on temporary_credentials (issued_by);
create index temporary_credentials_expiry_index on temporary_credentials (expires_at) where ciphertext is not null;

create table sign_in_throttles (
  key text primary key,
  failures integer not null default 0 check (failures >= 0),
  first_failed_at timestamptz,
  last_failed_at timestamptz,
  blocked_until timestamptz,
  locked_at timestamptz
);
comment on column sign_in_throttles.key is 'Kind of subject and its keyed hash: an account or an address.';
create index sign_in_throttles_age_index on sign_in_throttles (last_failed_at);

create table one_time_tokens (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('password_reset', 'email_confirmation', 'invitation')),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id text not null references users,
  payload jsonb not null default '{}',
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_user_index on one_time_tokens (user_id, kind);
create index one_time_tokens_expiry_index on one_time_tokens (expires_at);
`;
