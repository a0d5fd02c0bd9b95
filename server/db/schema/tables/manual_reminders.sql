create table manual_reminders (
  id integer generated always as identity,
  user_id text not null,
  type text not null,
  sent_by text not null,
  sent_at timestamp with time zone default app_now() not null,
  message text,
  pending_count integer not null,
  overdue_count integer not null,
  constraint manual_reminders_pkey PRIMARY KEY (id),
  constraint manual_reminders_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES users(id),
  constraint manual_reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint manual_reminders_message_check CHECK ((length(message) <= 1000)),
  constraint manual_reminders_type_check CHECK ((type = ANY (ARRAY['begin_training'::text, 'accept_invite'::text, 'complete_before_due'::text, 'overdue_compliance'::text])))
);
comment on table manual_reminders is 'Reminders that people sent: one row a recipient. Its mail stands in the outbox.';
comment on column manual_reminders.message is 'What the sender wrote beside the text of the type.';
comment on column manual_reminders.pending_count is 'Open and in time when the reminder was sent.';
CREATE INDEX manual_reminders_sender_index ON public.manual_reminders USING btree (sent_by, sent_at DESC);
CREATE INDEX manual_reminders_user_index ON public.manual_reminders USING btree (user_id, sent_at DESC);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on manual_reminders to application;
