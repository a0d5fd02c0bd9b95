-- USR-10, NOT-04: reminders of a person's own documents wait for the return too, so a changed absence is a reason to look.
create trigger expiry_change after insert or update on absences for each statement execute function mark_expiry();
