create table calendar_fetches (
  feed_id integer not null,
  fetched_at timestamp with time zone default app_now() not null,
  constraint calendar_fetches_pkey PRIMARY KEY (feed_id),
  constraint calendar_fetches_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES calendar_feeds(id)
);
comment on column calendar_fetches.fetched_at is 'When a calendar last asked, to the minute.';
grant delete, insert, select, update on calendar_fetches to application;
