create table idempotency_keys (
  actor_id text not null,
  endpoint text not null,
  key text not null,
  request_hash text not null,
  response jsonb,
  created_at timestamp with time zone default app_now() not null,
  constraint idempotency_keys_pkey PRIMARY KEY (actor_id, endpoint, key),
  constraint idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255))),
  constraint idempotency_keys_request_hash_check CHECK ((request_hash ~ '^[0-9a-f]{64}$'::text))
);
comment on column idempotency_keys.actor_id is 'Empty: nobody was signed in. No reference to users, so that it can be.';
CREATE INDEX idempotency_keys_age_index ON public.idempotency_keys USING btree (created_at);
grant delete, insert, select, update on idempotency_keys to application;
