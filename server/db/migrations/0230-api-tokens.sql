-- API tokens for machines.
create table api_tokens (
  id integer generated always as identity primary key,
  name text not null check (btrim(name) <> '' and length(name) <= 100),
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$'),
  ending text not null check (ending ~ '^[0-9A-Za-z]{4}$'),
  scopes text[] not null check (cardinality(scopes) > 0),
  organization_id integer references organizations,
  last_day date not null,
  created_by text not null references users,
  created_at timestamptz not null default app_now(),
  revoked_by text references users,
  revoked_at timestamptz,
  mac text not null,
  check ((revoked_by is null) = (revoked_at is null))
);
comment on table api_tokens is 'Tokens with which machines call the API; the tokens themselves are never stored.';
comment on column api_tokens.token_hash is 'SHA-256 of the token.';
comment on column api_tokens.ending is 'The last characters of the token, to tell which one it is.';
comment on column api_tokens.organization_id is 'The organization whose records it reaches; null: all.';
comment on column api_tokens.last_day is 'The token is valid to the end of this day, UTC.';
comment on column api_tokens.mac is 'The application''s MAC over the rights of the token: without it the token opens nothing.';
create unique index api_tokens_hash_key on api_tokens (token_hash);
create index api_tokens_organization_index on api_tokens (organization_id);
create index api_tokens_created_by_index on api_tokens (created_by);
create index api_tokens_revoked_by_index on api_tokens (revoked_by);
create index api_tokens_last_day_index on api_tokens (last_day) where revoked_at is null;

create table api_token_uses (
  token_id integer primary key references api_tokens,
  minute timestamptz not null,
  calls integer not null,
  last_used_at timestamptz not null
);
comment on table api_token_uses is 'How many calls the servers have taken for a token in this minute, and when it was last used.';

create table api_token_warnings (
  token_id integer primary key references api_tokens,
  warned_at timestamptz not null default app_now()
);
comment on table api_token_warnings is 'Tokens about whose last day the administrators got an email.';

-- The actor of what a token does has such an id in the audit trail.
alter table users add constraint users_no_token_check check (id !~ '^token-[0-9]+$') not valid;
alter table users validate constraint users_no_token_check;
--! attach audit
