create table notifications (
  id integer generated always as identity,
  type text not null,
  user_id text not null,
  related_id text,
  is_read boolean default false not null,
  priority text default 'medium'::text not null,
  created_at timestamp with time zone default app_now() not null,
  read_at timestamp with time zone,
  params jsonb default '{}'::jsonb not null,
  subject_id text,
  in_bell boolean default true not null,
  dedupe_key text,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES users(id),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint notifications_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text])))
);
comment on column notifications.params is 'What the texts of the type are made from; of a type without texts its own title and message.';
comment on column notifications.subject_id is 'The person whom it is about; the texts name this person as the account does today.';
comment on column notifications.in_bell is 'False: only a message of the browser.';
comment on column notifications.dedupe_key is 'The same person is not told twice of the same.';
CREATE UNIQUE INDEX notifications_dedupe_key ON public.notifications USING btree (dedupe_key, user_id) WHERE (dedupe_key IS NOT NULL);
CREATE INDEX notifications_subject_index ON public.notifications USING btree (subject_id) WHERE (subject_id IS NOT NULL);
CREATE INDEX notifications_unread_index ON public.notifications USING btree (user_id) WHERE ((NOT is_read) AND in_bell);
CREATE INDEX notifications_user_index ON public.notifications USING btree (user_id, id DESC);
grant delete, insert, select, update on notifications to application;
