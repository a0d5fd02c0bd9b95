-- AUD-02: the newest head of the audit trail is sent to places outside the installation.

-- AUD-02: how far each place outside the installation has the heads of the audit trail.
create table head_destinations (
  kind text primary key check (kind in ('folder', 'object_store', 'email', 'syslog', 'time_stamp')),
  place text not null,
  created_at timestamptz not null default app_now(),
  sent_number bigint check (sent_number > 0),
  sent_head bytea,
  sent_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  failed_at timestamptz,
  next_attempt_at timestamptz not null default now(),
  check ((sent_number is null) = (sent_head is null)),
  check ((sent_number is null) = (sent_at is null)),
  check ((last_error is null) = (failed_at is null))
);
comment on table head_destinations is 'Where heads are sent, as the configuration says, and how far that is; what was sent is said by the seals that follow.';
comment on column head_destinations.attempts is 'Failed attempts in a row.';
comment on column head_destinations.next_attempt_at is 'By the clock of the database itself.';
