-- NOT-01: notifications in the language of their reader.

-- Parts instead of finished sentences: they are put together in the reader's language, with the name that a person has by
-- then.
alter table notifications
  add column params jsonb not null default '{}',
  add column subject_id text references users,
  add column in_bell boolean not null default true,
  add column dedupe_key text;
update notifications set params = jsonb_build_object('title', title, 'message', message);
alter table notifications drop column title, drop column message;
comment on column notifications.params is 'What the texts of the type are made from; of a type without texts its own title and message.';
comment on column notifications.subject_id is 'The person whom it is about; the texts name this person as the account does today.';
comment on column notifications.in_bell is 'False: only a message of the browser.';
comment on column notifications.dedupe_key is 'The same person is not told twice of the same.';
drop index notifications_unread_index;
create index notifications_unread_index on notifications (user_id) where not is_read and in_bell;
create unique index notifications_dedupe_key on notifications (dedupe_key, user_id) where dedupe_key is not null;
create index notifications_subject_index on notifications (subject_id) where subject_id is not null;
