create table mail_outbox (
  id integer generated always as identity,
  message_id text not null,
  to_address text not null,
  user_id text,
  template text not null,
  language text default 'en'::text not null,
  category text default 'training'::text not null,
  payload jsonb default '{}'::jsonb not null,
  cause text not null,
  dedupe_key text,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default app_now() not null,
  claimed_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone default app_now() not null,
  sent_at timestamp with time zone,
  planned_for timestamp with time zone,
  released_at timestamp with time zone,
  subject text,
  content jsonb,
  blocked_at timestamp with time zone,
  constraint mail_outbox_pkey PRIMARY KEY (id),
  constraint mail_outbox_dedupe_key_key UNIQUE (dedupe_key),
  constraint mail_outbox_message_id_key UNIQUE (message_id),
  constraint mail_outbox_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint mail_outbox_attempts_check CHECK ((attempts >= 0)),
  constraint mail_outbox_category_check CHECK ((category = ANY (ARRAY['security'::text, 'training'::text, 'reminder'::text, 'system'::text, 'document'::text, 'digest'::text]))),
  constraint mail_outbox_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text, 'fr'::text, 'de'::text]))),
  constraint mail_outbox_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'held'::text])))
);
comment on column mail_outbox.cause is 'What the mail is about, for the outbox screen: an event and the record it names.';
comment on column mail_outbox.dedupe_key is 'A second mail for the same cause is not queued.';
comment on column mail_outbox.planned_for is 'When the mail was to go, where that was before it was queued.';
comment on column mail_outbox.released_at is 'When an administrator said that it may go although a restore came after it.';
comment on column mail_outbox.subject is 'As sent.';
comment on column mail_outbox.content is 'What the email said when it was sent, its secrets blanked.';
comment on column mail_outbox.blocked_at is 'When the mail server last could not be reached or let nothing in, while this mail was to go.';
CREATE INDEX mail_outbox_blocked_index ON public.mail_outbox USING btree (blocked_at) WHERE (blocked_at IS NOT NULL);
CREATE INDEX mail_outbox_due_index ON public.mail_outbox USING btree (next_attempt_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX mail_outbox_list_index ON public.mail_outbox USING btree (created_at DESC NULLS LAST, id DESC);
CREATE INDEX mail_outbox_search_index ON public.mail_outbox USING gin (lower(to_address) extensions.gin_trgm_ops);
CREATE INDEX mail_outbox_sent_index ON public.mail_outbox USING btree (sent_at) WHERE (state = 'sent'::text);
CREATE INDEX mail_outbox_state_index ON public.mail_outbox USING btree (state, created_at DESC NULLS LAST, id DESC);
CREATE INDEX mail_outbox_user_index ON public.mail_outbox USING btree (user_id);
grant delete, insert, select, update on mail_outbox to application;
