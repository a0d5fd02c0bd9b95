-- NOT-02: the outbox can be held and released, and administrators write announcements.

-- NOT-02, F18: mails that may have gone before a restore wait for an administrator.
alter table mail_outbox add column planned_for timestamptz;
alter table mail_outbox add column released_at timestamptz;
comment on column mail_outbox.planned_for is 'When the mail was to go, where that was before it was queued.';
comment on column mail_outbox.released_at is 'When an administrator said that it may go although a restore came after it.';
alter table mail_outbox drop constraint mail_outbox_state_check;
alter table mail_outbox add constraint mail_outbox_state_check
  check (state in ('waiting', 'sending', 'sent', 'failed', 'held'));
create index events_restore_index on audit.events (at) where kind = 'command' and action = 'system.restore';
create index seals_continuation_index on audit.seals (sealed_at) where kind = 'continuation';

create function database_place() returns text language sql stable
  as $$ select audit.system_id() || '/' || (select oid::text from pg_database where datname = current_database()) $$;
comment on function database_place() is 'Cluster and database: a copy that was restored elsewhere has another place.';

-- NOT-02: announcements of administrators, each to the trail whole; the outbox has a mail for each person who wants it.
create table announcements (
  id integer generated always as identity primary key,
  subject text not null check (btrim(subject) <> ''),
  message text not null check (btrim(message) <> ''),
  audience text not null check (audience in ('everyone', 'managers', 'admins')),
  organization_id integer references organizations,
  created_by text references users,
  created_at timestamptz not null default app_now()
);
comment on column announcements.organization_id is 'Only people of this organization; null: of all.';
create index announcements_organization_index on announcements (organization_id);
create index announcements_created_by_index on announcements (created_by);

--! attach audit
