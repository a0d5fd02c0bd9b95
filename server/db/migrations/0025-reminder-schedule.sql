-- NOT-04: scheduled reminders.

-- NOT-04: the schedule is data, and what was told of which training for which due date.
create table reminder_rules (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('due', 'overdue', 'renewal')),
  days integer not null check (days between 0 and 365),
  audience text not null check (audience in ('person', 'manager', 'admins')),
  is_active boolean not null default true,
  created_at timestamptz not null default app_now(),
  unique (kind, days, audience)
);
comment on column reminder_rules.days is 'Before the due date, after it, or since the renewal was opened, as kind says.';

create table reminder_sends (
  id integer generated always as identity primary key,
  assignment_id integer not null references training_assignments,
  rule_id integer not null references reminder_rules,
  audience text not null check (audience in ('person', 'manager', 'admins')),
  due_date date not null,
  step_day date not null,
  created_at timestamptz not null default app_now(),
  unique (assignment_id, rule_id, due_date)
);
comment on table reminder_sends is 'Steps of the schedule that were told; also those that a person has switched off.';
comment on column reminder_sends.step_day is 'The day on which it was to go.';
create index reminder_sends_told_index on reminder_sends (assignment_id, audience, due_date, step_day);
create index reminder_sends_rule_index on reminder_sends (rule_id);
create index training_assignments_opened_renewal_index on training_assignments (assigned_date)
  where assignment_type = 'renewal' and status in ('not_started', 'in_progress');

--! attach audit

--! command: the schedule of reminders

insert into reminder_rules (kind, days, audience) values
  ('renewal', 0, 'person'),
  ('due', 14, 'person'), ('due', 7, 'person'), ('due', 1, 'person'), ('due', 0, 'person'),
  ('overdue', 1, 'person'), ('overdue', 7, 'person'), ('overdue', 14, 'person'),
  ('overdue', 7, 'manager'),
  ('overdue', 14, 'admins');
insert into settings (key, value) values ('reminders.sendAt', '{"time": "08:00"}') on conflict do nothing;
