-- NOT-04: reminders before the day by which notice of an agreement must be given.

-- HR-03, NOT-04: the day by which an agreement's notice is decided is a kind of the schedule of its own.
alter table reminder_rules drop constraint reminder_rules_kind_check;
alter table reminder_rules add constraint reminder_rules_kind_check
  check (kind in ('due', 'overdue', 'renewal', 'cv', 'notice', 'agreement', 'review', 'registration'));
alter table expiry_sends drop constraint expiry_sends_kind_check;
alter table expiry_sends add constraint expiry_sends_kind_check
  check (kind in ('cv', 'notice', 'agreement', 'review', 'registration'));

--! command: reminders before the notice of an agreement

insert into reminder_rules (kind, days, audience) values
  ('notice', 14, 'person'), ('notice', 14, 'hr'), ('notice', 0, 'hr');
