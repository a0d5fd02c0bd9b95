-- HR-03, HR-04: documents are read before they are signed, and reading has a due date.

-- HR-03, HR-04: what was seen of a document before it is signed; agreements that start later, end by notice or are
-- declined; due dates of reading.
create table hr_view_sessions (
  id text primary key default replace(gen_random_uuid()::text, '-', ''),
  version_id integer not null references hr_document_versions on delete cascade,
  user_id text not null references users,
  started_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  credited_until timestamptz
);
comment on table hr_view_sessions is 'Viewer sessions of documents that are read before they are signed (HR-03, HR-04).';
comment on column hr_view_sessions.credited_until is 'Up to when time was used up for pages that count (VIEW-03).';
create index hr_view_sessions_version_index on hr_view_sessions (version_id, user_id);
create index hr_view_sessions_user_index on hr_view_sessions (user_id);

create table hr_page_views (
  version_id integer not null references hr_document_versions on delete cascade,
  user_id text not null references users,
  page integer not null check (page >= 1),
  session_id text references hr_view_sessions on delete set null,
  seen_at timestamptz not null default app_now(),
  primary key (version_id, user_id, page)
);
comment on table hr_page_views is 'Pages of a document that a person has seen (HR-03, HR-04).';
create index hr_page_views_user_index on hr_page_views (user_id);
create index hr_page_views_session_index on hr_page_views (session_id);

alter table hr_agreements drop constraint hr_agreements_status_check;
alter table hr_agreements
  add constraint hr_agreements_status_check
    check (status in ('draft', 'out_for_signature', 'declined', 'active', 'terminated')),
  add column terminates_on date,
  add column notice_given_at timestamptz,
  add column notice_given_by text references users,
  add column notice_reason text,
  add column declined_at timestamptz,
  add column declined_reason text,
  add constraint hr_agreements_notice_check
    check (num_nonnulls(terminates_on, notice_given_at, notice_reason) in (0, 3) and terminates_on >= starts_on and terminates_on <= coalesce(ends_on, terminates_on)),
  add constraint hr_agreements_declined_check
    check ((status = 'declined') = (declined_at is not null) and (declined_at is null) = (declined_reason is null));
comment on column hr_agreements.status is 'Starting, ending, expiring and expired follow from the dates and today and are never stored (HR-03).';
comment on column hr_agreements.terminates_on is 'Last day after a notice; the end that was signed stays in ends_on.';
comment on column hr_agreements.declined_reason is 'Why the other party did not sign.';
create index hr_agreements_notice_given_by_index on hr_agreements (notice_given_by);
create index hr_agreements_terminates_on_index on hr_agreements (terminates_on) where terminates_on is not null;

alter table hr_acknowledgements add column due_on date;
comment on column hr_acknowledgements.due_on is 'Day by which the document is to be acknowledged; null where it was asked without one.';
create index hr_acknowledgements_due_index on hr_acknowledgements (due_on)
  where due_on is not null and acknowledged_at is null and withdrawn_at is null;

alter table reminder_rules drop constraint reminder_rules_kind_check;
alter table reminder_rules add constraint reminder_rules_kind_check
  check (kind in ('due', 'overdue', 'renewal', 'cv', 'notice', 'agreement', 'review', 'registration', 'reading'));
alter table expiry_sends drop constraint expiry_sends_kind_check;
alter table expiry_sends add constraint expiry_sends_kind_check
  check (kind in ('cv', 'notice', 'agreement', 'review', 'registration', 'reading'));

--! attach audit

--! command: reminders of documents that are to be read

insert into reminder_rules (kind, days, audience) values
  ('reading', 3, 'person'), ('reading', 0, 'person'), ('reading', -1, 'person'), ('reading', -7, 'person');
