-- NOT-04, PERF-03: a sweep with nothing that expires touches nothing.

-- NOT-04, PERF-03: what expires is looked at when the day of reminders begins somewhere and when something changed, not
-- every five minutes. Writers only leave a mark, so that nobody waits for anybody.
create table expiry_changes (
  id bigint generated always as identity primary key
);
comment on table expiry_changes is 'Marks that something changed from which the schedule of documents follows; written by triggers only.';
create table expiry_looks (
  id integer primary key default 1 check (id = 1),
  looked_at timestamptz not null
);
comment on table expiry_looks is 'When everything that expires was last looked at.';

create function mark_expiry() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into expiry_changes default values;
  return null;
end $$;
create trigger expiry_change after insert or update or delete on hr_documents for each statement execute function mark_expiry();
create trigger expiry_change after insert or update or delete on hr_document_versions for each statement execute function mark_expiry();
create trigger expiry_change after insert or update or delete on hr_agreements for each statement execute function mark_expiry();
create trigger expiry_change after insert or update or delete on hr_registrations for each statement execute function mark_expiry();
create trigger expiry_change after insert or update or delete on reminder_rules for each statement execute function mark_expiry();
create trigger expiry_change after insert or update on settings for each row
  when (new.key = 'reminders.sendAt') execute function mark_expiry();
create trigger expiry_change after update on organizations for each row
  when ((old.time_zone, old.is_active) is distinct from (new.time_zone, new.is_active)) execute function mark_expiry();
create trigger expiry_change after update on users for each row
  when ((old.organization_id, old.is_active, old.erased_at, old.role) is distinct from (new.organization_id, new.is_active, new.erased_at, new.role))
  execute function mark_expiry();
create trigger expiry_change after insert on hr_acknowledgements for each statement execute function mark_expiry();
create trigger expiry_changed after update on hr_acknowledgements for each row
  when ((old.due_on, old.withdrawn_at) is distinct from (new.due_on, new.withdrawn_at)) execute function mark_expiry();
