create table weekly_digests (
  zone text not null,
  week date not null,
  created_at timestamp with time zone default app_now() not null,
  constraint weekly_digests_pkey PRIMARY KEY (zone, week),
  constraint weekly_digests_zone_check CHECK (is_time_zone(zone))
);
comment on table weekly_digests is 'Time zones whose managers got the digest of a week.';
comment on column weekly_digests.week is 'The Monday of the week.';
grant insert, select on weekly_digests to application;
