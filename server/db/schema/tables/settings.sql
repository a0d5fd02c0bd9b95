create table settings (
  key text not null,
  value jsonb not null,
  updated_by text,
  updated_at timestamp with time zone default app_now() not null,
  constraint settings_pkey PRIMARY KEY (key),
  constraint settings_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);
comment on table settings is 'Settings of the installation; those of a person stand in users.settings.';
CREATE INDEX settings_updated_by_index ON public.settings USING btree (updated_by);
CREATE TRIGGER expiry_change AFTER INSERT OR UPDATE ON public.settings FOR EACH ROW WHEN ((new.key = 'reminders.sendAt'::text)) EXECUTE FUNCTION mark_expiry();
CREATE TRIGGER reminders_insert AFTER INSERT ON public.settings FOR EACH ROW WHEN ((new.key = 'reminders.sendAt'::text)) EXECUTE FUNCTION mark_all_reminders();
CREATE TRIGGER reminders_update AFTER UPDATE ON public.settings FOR EACH ROW WHEN (((new.key = 'reminders.sendAt'::text) AND (old.value IS DISTINCT FROM new.value))) EXECUTE FUNCTION mark_all_reminders();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on settings to application;
