/** What the platform keeps: answers to repeat (Idempotency-Key), exports under way (RPT-03), settings of the installation. */
export const platformSql = `
create table idempotency_keys (
  actor_id text not null,
  endpoint text not null,
  key text not null check (length(key) between 1 and 255),
  request_hash text not null check (request_hash ~ '^[0-9a-f]{64}$'),
  response jsonb,
  created_at timestamptz not null default app_now(),
  primary key (actor_id, endpoint, key)
);
comment on column idempotency_keys.actor_id is 'Empty: nobody was signed in. No reference to users, so that it can be.';
create index idempotency_keys_age_index on idempotency_keys (created_at);

create table exports (
  id integer generated always as identity primary key,
  kind text not null,
  format text not null check (format in ('csv', 'xlsx', 'pdf', 'zip', 'jsonl')),
  filters jsonb not null default '{}',
  requested_by text not null references users,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed', 'expired')),
  progress numeric(5, 2) not null default 0 check (progress between 0 and 100),
  file_id integer references files,
  file_name text,
  row_count integer,
  problem text,
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  expires_at timestamptz
);
create index exports_requested_by_index on exports (requested_by, created_at desc);
create index exports_file_index on exports (file_id);
create index exports_expiry_index on exports (expires_at) where state = 'ready';

create table settings (
  key text primary key,
  value jsonb not null,
  updated_by text references users,
  updated_at timestamptz not null default app_now()
);
comment on table settings is 'Settings of the installation; those of a person stand in users.settings.';
create index settings_updated_by_index on settings (updated_by);
`;
