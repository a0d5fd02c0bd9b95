-- NOT-03, NOT-04: the schedule can be changed, and browsers that nobody opens any more are forgotten.

-- Steps that an administrator took out of the schedule, and when a browser was last used by who is told in it.
alter table reminder_rules add column removed_at timestamptz;
comment on column reminder_rules.removed_at is 'Taken out of the schedule; the row stays for what it told.';

alter table push_subscriptions add column used_at timestamptz not null default app_now();
comment on column push_subscriptions.used_at is 'When the person last opened the page in this browser, to the day.';

--! attach audit
