-- Tables of the second factor, and the lock of an account.

-- Authenticators and recovery codes (AUTH-09), accounts that are locked until somebody unlocks them (AUTH-07).
create table authenticators (
  user_id text primary key references users,
  ciphertext text not null,
  key_id text not null,
  created_at timestamptz not null default app_now(),
  confirmed_at timestamptz
);
comment on column authenticators.ciphertext is 'The shared secret, AES-256-GCM under a key outside the database.';
comment on column authenticators.confirmed_at is 'Null until a first code was right: only then it counts.';

create table authenticator_steps (
  user_id text primary key references users,
  last_step integer not null check (last_step >= 0)
);
comment on column authenticator_steps.last_step is 'Time step of the last code that was taken: it and all before it count no more.';

create table recovery_codes (
  id integer generated always as identity primary key,
  user_id text not null references users,
  code_mac text not null check (code_mac ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default app_now(),
  used_at timestamptz,
  unique (user_id, code_mac)
);
comment on column recovery_codes.code_mac is 'HMAC under a key outside the database, never the code.';

alter table users add column locked_at timestamptz;
comment on column users.locked_at is 'After too many failures in the regulated profile; only an administrator unlocks.';

--! attach audit
