create table sessions (
  sid text not null,
  sess jsonb default '{}'::jsonb not null,
  expire timestamp with time zone not null,
  user_id text,
  created_at timestamp with time zone default app_now() not null,
  last_input_at timestamp with time zone default app_now() not null,
  absolute_expire timestamp with time zone not null,
  idle_minutes integer default 60 not null,
  ip text,
  user_agent text,
  auth_method text,
  strong_auth_at timestamp with time zone,
  mac text,
  constraint sessions_pkey PRIMARY KEY (sid),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint sessions_auth_method_check CHECK ((auth_method = ANY (ARRAY['password'::text, 'provider'::text, 'password_totp'::text, 'recovery_code'::text, 'passkey'::text, 'password_passkey'::text]))),
  constraint sessions_idle_minutes_check CHECK (((idle_minutes >= 5) AND (idle_minutes <= 480))),
  constraint sessions_sid_check CHECK ((sid ~ '^[0-9a-f]{64}$'::text))
);
comment on column sessions.sid is 'SHA-256 of the cookie value, never the value.';
comment on column sessions.strong_auth_at is 'When all factors were last given in this session (SIG-03).';
comment on column sessions.mac is 'The application''s MAC over whose session it is: without it the session signs nobody in.';
CREATE INDEX sessions_expire_index ON public.sessions USING btree (expire);
CREATE INDEX sessions_user_index ON public.sessions USING btree (user_id);
grant delete, insert, select, update on sessions to application;
