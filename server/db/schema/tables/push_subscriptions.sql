create table push_subscriptions (
  id integer generated always as identity,
  user_id text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  public_key text not null,
  sid text not null,
  created_at timestamp with time zone default app_now() not null,
  used_at timestamp with time zone default app_now() not null,
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint),
  constraint push_subscriptions_public_key_fkey FOREIGN KEY (public_key) REFERENCES push_keys(public_key),
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint push_subscriptions_endpoint_check CHECK ((length(endpoint) <= 1000))
);
comment on column push_subscriptions.endpoint is 'Address of the browser at its push service: who knows it may send to it.';
comment on column push_subscriptions.sid is 'The session that made it last: it ends when the person signs out there.';
comment on column push_subscriptions.used_at is 'When the person last opened the page in this browser, to the day.';
CREATE INDEX push_subscriptions_public_key_index ON public.push_subscriptions USING btree (public_key);
CREATE INDEX push_subscriptions_sid_index ON public.push_subscriptions USING btree (sid);
CREATE INDEX push_subscriptions_user_index ON public.push_subscriptions USING btree (user_id);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on push_subscriptions to application;
