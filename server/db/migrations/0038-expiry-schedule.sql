-- NOT-04: scheduled reminders of documents that expire.

-- NOT-04: documents of the HR area that expire are kinds of the schedule, and what was told of which for which day.
alter table reminder_rules drop constraint reminder_rules_kind_check;
alter table reminder_rules drop constraint reminder_rules_days_check;
alter table reminder_rules drop constraint reminder_rules_audience_check;
alter table reminder_rules
  add constraint reminder_rules_kind_check
    check (kind in ('due', 'overdue', 'renewal', 'cv', 'agreement', 'review', 'registration')),
  add constraint reminder_rules_audience_check check (audience in ('person', 'manager', 'hr', 'admins')),
  add constraint reminder_rules_days_check check (days between -365 and 365),
  add constraint reminder_rules_match_check check (
    case when kind in ('due', 'overdue', 'renewal') then days >= 0 and audience <> 'hr' else audience <> 'manager' end);
comment on column reminder_rules.days is
  'Trainings: before the due date, after it, or since the renewal was opened, as kind says. Documents: before their day; negative: after it.';

create table expiry_sends (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('cv', 'agreement', 'review', 'registration')),
  subject_id integer not null,
  rule_id integer not null references reminder_rules,
  audience text not null check (audience in ('person', 'hr', 'admins')),
  day date not null,
  step_day date not null,
  created_at timestamptz not null default app_now(),
  unique (kind, subject_id, rule_id, day)
);
comment on table expiry_sends is 'Steps of the schedule that were told of documents that expire; also to who has switched mails off.';
comment on column expiry_sends.subject_id is 'The document, agreement or registration, as kind says; it may be gone since.';
comment on column expiry_sends.step_day is 'The day on which it was to go.';
create index expiry_sends_told_index on expiry_sends (kind, subject_id, audience, day, step_day);
create index expiry_sends_rule_index on expiry_sends (rule_id);

alter table mail_outbox drop constraint mail_outbox_category_check;
alter table mail_outbox add constraint mail_outbox_category_check
  check (category in ('security', 'training', 'reminder', 'system', 'document'));

--! attach audit

--! command: the schedule of documents that expire

insert into reminder_rules (kind, days, audience) values
  ('cv', 60, 'person'), ('cv', 30, 'person'), ('cv', 7, 'person'), ('cv', 0, 'person'), ('cv', -1, 'person'),
  ('cv', 14, 'hr'), ('cv', -1, 'hr'), ('cv', -14, 'admins'),
  ('agreement', 30, 'person'), ('agreement', 7, 'person'),
  ('agreement', 90, 'hr'), ('agreement', 60, 'hr'), ('agreement', 30, 'hr'), ('agreement', 7, 'hr'),
  ('agreement', -1, 'admins'),
  ('review', 30, 'person'), ('review', 7, 'person'), ('review', 0, 'person'),
  ('review', 14, 'hr'), ('review', -1, 'hr'), ('review', -14, 'admins'),
  ('registration', 90, 'hr'), ('registration', 30, 'hr'), ('registration', 7, 'hr'), ('registration', 0, 'hr'),
  ('registration', 30, 'admins'), ('registration', -1, 'admins');
