create table sign_in_throttles (
  key text not null,
  failures integer default 0 not null,
  first_failed_at timestamp with time zone,
  last_failed_at timestamp with time zone,
  blocked_until timestamp with time zone,
  locked_at timestamp with time zone,
  constraint sign_in_throttles_pkey PRIMARY KEY (key),
  constraint sign_in_throttles_failures_check CHECK ((failures >= 0))
);
comment on column sign_in_throttles.key is 'Kind of subject and its keyed hash: an account or an address.';
CREATE INDEX sign_in_throttles_age_index ON public.sign_in_throttles USING btree (last_failed_at);
grant delete, insert, select, update on sign_in_throttles to application;
