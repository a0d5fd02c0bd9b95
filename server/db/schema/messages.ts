/** SPEC §3 notifications and the mail outbox of NOT-02. */
export const messagesSql = `
create table notifications (
  id integer generated always as identity primary key,
  type text not null,
  title text not null,
  message text not null,
  user_id text not null references users,
  related_id text,
  is_read boolean not null default false,
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high')),
  created_at timestamptz not null default app_now(),
  read_at timestamptz
);
create index notifications_user_index on notifications (user_id, id desc);
create index notifications_unread_index on notifications (user_id) where not is_read;

create table mail_outbox (
  id integer generated always as identity primary key,
  message_id text not null unique,
  to_address text not null,
  user_id text references users,
  template text not null,
  language text not null default 'en' check (language in ('en', 'es', 'fr', 'de')),
  category text not null default 'training' check (category in ('security', 'training', 'reminder', 'system')),
  payload jsonb not null default '{}',
  cause text not null,
  dedupe_key text unique,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default app_now(),
  claimed_at timestamptz,
  last_error text,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz
);
comment on column mail_outbox.cause is 'What the mail is about, for the outbox screen: an event and the record it names.';
comment on column mail_outbox.dedupe_key is 'A second mail for the same cause is not queued.';
create index mail_outbox_due_index on mail_outbox (next_attempt_at) where state in ('waiting', 'sending');
create index mail_outbox_list_index on mail_outbox (created_at desc, id desc);
create index mail_outbox_state_index on mail_outbox (state, created_at desc);
create index mail_outbox_user_index on mail_outbox (user_id);
`;
