-- LRN-03: due dates in the calendar of the person.

-- Secret links to the due dates of a person, and when calendars asked for them (LRN-03).
create table calendar_feeds (
  id integer generated always as identity primary key,
  user_id text not null references users,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default app_now(),
  revoked_at timestamptz
);
comment on column calendar_feeds.token_hash is 'SHA-256 of the secret in the link, never the link.';
create unique index calendar_feeds_open_key on calendar_feeds (user_id) where revoked_at is null;
create index calendar_feeds_user_index on calendar_feeds (user_id);

create table calendar_fetches (
  feed_id integer primary key references calendar_feeds,
  fetched_at timestamptz not null default app_now()
);
comment on column calendar_fetches.fetched_at is 'When a calendar last asked, to the minute.';

--! attach audit
