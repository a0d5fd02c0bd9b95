-- NOT-04: the database refuses a step that would be told to nobody.

-- NOT-04: a registration belongs to nobody, so no step of one is told to a person; `audiencesOf` says the same.
alter table reminder_rules drop constraint reminder_rules_match_check;
alter table reminder_rules add constraint reminder_rules_match_check check (
  case when kind in ('due', 'overdue', 'renewal') then days >= 0 and audience <> 'hr'
    when kind = 'registration' then audience in ('hr', 'admins')
    else audience <> 'manager' end);
alter table expiry_sends add constraint expiry_sends_match_check check (kind <> 'registration' or audience <> 'person');
