-- REM-01: who was reminded of what, by whom and when.

create table manual_reminders (
  id integer generated always as identity primary key,
  user_id text not null references users,
  type text not null check (type in ('begin_training', 'accept_invite', 'complete_before_due', 'overdue_compliance')),
  sent_by text not null references users,
  sent_at timestamptz not null default app_now(),
  message text check (length(message) <= 1000),
  pending_count integer not null,
  overdue_count integer not null
);
comment on table manual_reminders is 'Reminders that people sent: one row a recipient. Its mail stands in the outbox.';
comment on column manual_reminders.message is 'What the sender wrote beside the text of the type.';
comment on column manual_reminders.pending_count is 'Open and in time when the reminder was sent.';
create index manual_reminders_user_index on manual_reminders (user_id, sent_at desc);
create index manual_reminders_sender_index on manual_reminders (sent_by, sent_at desc);

--! attach audit
