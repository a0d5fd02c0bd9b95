-- NOT-06: emails people count on.

-- NOT-06: which newly required trainings still have to be told by email, the weekly digest, invitations by organization,
-- and what an email said when it went.
create table assignment_notices (
  assignment_id integer primary key references training_assignments,
  noted_at timestamptz not null default app_now(),
  told_at timestamptz,
  told_on date,
  check ((told_at is null) = (told_on is null))
);
comment on table assignment_notices is 'Newly required trainings whose person gets an email; those that were told by one have told_at.';
comment on column assignment_notices.told_at is 'Also where the person has switched emails off, or the training was no longer open.';
comment on column assignment_notices.told_on is 'The date in the organization on which it was told.';
create index assignment_notices_waiting_index on assignment_notices (assignment_id) where told_at is null;

create table weekly_digests (
  zone text not null check (is_time_zone(zone)),
  week date not null,
  created_at timestamptz not null default app_now(),
  primary key (zone, week)
);
comment on table weekly_digests is 'Time zones whose managers got the digest of a week.';
comment on column weekly_digests.week is 'The Monday of the week.';

alter table organizations add column invite_new_accounts boolean not null default true;
comment on column organizations.invite_new_accounts is 'New accounts get an email with a link that sets the password.';

alter table mail_outbox add column subject text;
alter table mail_outbox add column content jsonb;
comment on column mail_outbox.subject is 'As sent.';
comment on column mail_outbox.content is 'What the email said when it was sent, its secrets blanked.';
alter table mail_outbox drop constraint mail_outbox_category_check;
alter table mail_outbox add constraint mail_outbox_category_check
  check (category in ('security', 'training', 'reminder', 'system', 'document', 'digest'));

--! attach audit
