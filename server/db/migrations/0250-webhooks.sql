-- OPS-06: webhooks send events of the product to other systems.

create table webhooks (
  id integer generated always as identity primary key,
  name text not null check (btrim(name) <> ''),
  address text not null check (address ~ '^https?://'),
  organization_id integer references organizations,
  events text[] not null check (cardinality(events) > 0),
  is_active boolean not null default true,
  off_reason text check (off_reason in ('person', 'gone')),
  created_by text not null references users,
  created_at timestamptz not null default app_now(),
  check (is_active = (off_reason is null))
);
comment on table webhooks is 'Addresses of other systems, and the events that each receives (OPS-06).';
comment on column webhooks.organization_id is 'The organization whose events it receives; null: all.';
comment on column webhooks.off_reason is 'Why it is off: a person turned it off, or its receiver answered 410.';
create index webhooks_organization_index on webhooks (organization_id);
create index webhooks_created_by_index on webhooks (created_by);

create table webhook_secrets (
  id text primary key,
  webhook_id integer not null references webhooks on delete cascade,
  ciphertext text not null,
  key_id text not null,
  created_at timestamptz not null default app_now(),
  ends_at timestamptz
);
comment on table webhook_secrets is 'Secrets that sign deliveries; after a rotation the earlier one signs too until it ends.';
comment on column webhook_secrets.ends_at is 'Null: the current secret.';
create index webhook_secrets_webhook_index on webhook_secrets (webhook_id);
create unique index webhook_secrets_current_key on webhook_secrets (webhook_id) where ends_at is null;

create table webhook_deliveries (
  id integer generated always as identity primary key,
  webhook_id integer not null references webhooks on delete cascade,
  message_id text not null unique,
  event text not null,
  data jsonb not null,
  created_at timestamptz not null default app_now(),
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default app_now(),
  give_up_at timestamptz not null default app_now() + interval '3 days',
  claimed_at timestamptz,
  answered_at timestamptz,
  answer_code integer,
  answer_ms integer,
  problem text check (problem in ('timeout', 'unreachable', 'refused_address', 'redirect', 'answer', 'gone'))
);
comment on table webhook_deliveries is 'Events that are sent or were sent to a webhook: the row is written in the transaction of its event.';
comment on column webhook_deliveries.message_id is 'The same in each attempt: a receiver recognizes a repeated one by it.';
comment on column webhook_deliveries.answered_at is 'When the last attempt ended.';
comment on column webhook_deliveries.answer_ms is 'How long the last attempt took.';
create index webhook_deliveries_due_index on webhook_deliveries (webhook_id, next_attempt_at) where state in ('waiting', 'sending');
create index webhook_deliveries_list_index on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_state_index on webhook_deliveries (webhook_id, state, id desc);
create index webhook_deliveries_old_index on webhook_deliveries (answered_at) where state in ('delivered', 'failed');

create table webhook_pauses (
  webhook_id integer primary key references webhooks on delete cascade,
  failures integer not null,
  until timestamptz not null
);
comment on table webhook_pauses is 'Receivers that took nothing lately: how often in a row, and until when they are left alone.';

create function wanted_events() returns text[] language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(array_agg(distinct e.name), '{}') from webhooks w cross join unnest(w.events) e (name) where w.is_active
$$;
comment on function wanted_events() is 'The events that webhooks are set up for; each command reads them as it begins.';

--! attach audit
