create table one_time_tokens (
  id integer generated always as identity,
  kind text not null,
  token_hash text not null,
  user_id text not null,
  payload jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default app_now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  mac text,
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_token_hash_key UNIQUE (token_hash),
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint one_time_tokens_kind_check CHECK ((kind = ANY (ARRAY['password_reset'::text, 'email_confirmation'::text, 'email_stop'::text, 'invitation'::text, 'cv_request'::text, 'signing_request'::text]))),
  constraint one_time_tokens_token_hash_check CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text))
);
comment on column one_time_tokens.payload is 'Where a link was mailed to, or the address that it gives back; of a request to confirm an identity the session and the password that it was made with.';
comment on column one_time_tokens.mac is 'The application''s MAC over what the link does and for whom: without it the link opens nothing.';
CREATE INDEX one_time_tokens_expiry_index ON public.one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_user_index ON public.one_time_tokens USING btree (user_id, kind);
grant delete, insert, select, update on one_time_tokens to application;
