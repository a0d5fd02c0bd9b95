create table calendar_feeds (
  id integer generated always as identity,
  user_id text not null,
  token_hash text not null,
  created_at timestamp with time zone default app_now() not null,
  revoked_at timestamp with time zone,
  constraint calendar_feeds_pkey PRIMARY KEY (id),
  constraint calendar_feeds_token_hash_key UNIQUE (token_hash),
  constraint calendar_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint calendar_feeds_token_hash_check CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text))
);
comment on column calendar_feeds.token_hash is 'SHA-256 of the secret in the link, never the link.';
CREATE UNIQUE INDEX calendar_feeds_open_key ON public.calendar_feeds USING btree (user_id) WHERE (revoked_at IS NULL);
CREATE INDEX calendar_feeds_user_index ON public.calendar_feeds USING btree (user_id);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on calendar_feeds to application;
