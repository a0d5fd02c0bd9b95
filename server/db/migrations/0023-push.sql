-- NOT-03: messages of browsers.

-- The keys by which push services know this installation, and the browsers that people allowed to be told (NOT-03).
create table push_keys (
  public_key text primary key,
  ciphertext text not null,
  key_id text not null,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz
);
comment on column push_keys.ciphertext is 'The private key, sealed.';
create unique index push_keys_open_key on push_keys ((ended_at is null)) where ended_at is null;

create table push_subscriptions (
  id integer generated always as identity primary key,
  user_id text not null references users,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  public_key text not null references push_keys,
  sid text not null,
  created_at timestamptz not null default app_now()
);
comment on column push_subscriptions.endpoint is 'Address of the browser at its push service: who knows it may send to it.';
comment on column push_subscriptions.sid is 'The session that made it last: it ends when the person signs out there.';
create index push_subscriptions_user_index on push_subscriptions (user_id);
create index push_subscriptions_public_key_index on push_subscriptions (public_key);
create index push_subscriptions_sid_index on push_subscriptions (sid);

--! attach audit
