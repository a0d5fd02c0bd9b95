create table people_counts (
  id bigint generated always as identity,
  organization_id integer,
  role text not null,
  is_active boolean not null,
  onboarding_completed boolean not null,
  people integer not null,
  created_at timestamp with time zone default app_now() not null,
  constraint people_counts_pkey PRIMARY KEY (id)
);
comment on table people_counts is 'Sums over users that are not erased; written by the triggers of users only.';
grant select on people_counts to application;
