create table reminder_rules (
  id integer generated always as identity,
  kind text not null,
  days integer not null,
  audience text not null,
  is_active boolean default true not null,
  created_at timestamp with time zone default app_now() not null,
  removed_at timestamp with time zone,
  constraint reminder_rules_pkey PRIMARY KEY (id),
  constraint reminder_rules_kind_days_audience_key UNIQUE (kind, days, audience),
  constraint reminder_rules_audience_check CHECK ((audience = ANY (ARRAY['person'::text, 'manager'::text, 'hr'::text, 'admins'::text]))),
  constraint reminder_rules_days_check CHECK (((days >= '-365'::integer) AND (days <= 365))),
  constraint reminder_rules_kind_check CHECK ((kind = ANY (ARRAY['due'::text, 'overdue'::text, 'renewal'::text, 'cv'::text, 'notice'::text, 'agreement'::text, 'review'::text, 'registration'::text, 'reading'::text]))),
  constraint reminder_rules_match_check CHECK (
CASE
    WHEN (kind = ANY (ARRAY['due'::text, 'overdue'::text, 'renewal'::text])) THEN ((days >= 0) AND (audience <> 'hr'::text))
    WHEN (kind = 'registration'::text) THEN (audience = ANY (ARRAY['hr'::text, 'admins'::text]))
    ELSE (audience <> 'manager'::text)
END)
);
comment on column reminder_rules.days is 'Trainings: before the due date, after it, or since the renewal was opened, as kind says. Documents: before their day; negative: after it.';
comment on column reminder_rules.removed_at is 'Taken out of the schedule; the row stays for what it told.';
CREATE TRIGGER expiry_change AFTER INSERT OR DELETE OR UPDATE ON public.reminder_rules FOR EACH STATEMENT EXECUTE FUNCTION mark_expiry();
CREATE TRIGGER reminders_delete AFTER DELETE ON public.reminder_rules REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_all_reminders();
CREATE TRIGGER reminders_insert AFTER INSERT ON public.reminder_rules REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_all_reminders();
CREATE TRIGGER reminders_update AFTER UPDATE ON public.reminder_rules REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_all_reminders();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on reminder_rules to application;
