-- AUD-04, OPS-10: the checks of the trail run by themselves, and what they find is signed for.

-- AUD-04, OPS-10: checks of the trail, the records and the files; what they found, and what an administrator signed about
-- it.
create table verify_runs (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('nightly', 'weekly', 'restore', 'manual')),
  with_files boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'finished', 'failed', 'cancelled')),
  requested_by text references users,
  created_at timestamptz not null default now(),
  began_at timestamptz,
  ended_at timestamptz,
  clean boolean,
  counts jsonb,
  check ((state in ('finished', 'failed')) = (clean is not null)),
  check ((state in ('finished', 'failed', 'cancelled')) = (ended_at is not null))
);
comment on table verify_runs is 'Checks of the whole trail (AUD-04). Their times are those of the database itself: app_now() is one of the things that they check.';
comment on column verify_runs.counts is 'How many events, seals, anchors, records and files were checked.';
create unique index verify_runs_open_index on verify_runs ((true)) where state in ('waiting', 'running');
create index verify_runs_began_index on verify_runs (began_at desc);
create index verify_runs_requested_by_index on verify_runs (requested_by);

create table verify_progress (
  run_id integer primary key references verify_runs on delete cascade,
  done bigint not null default 0,
  total bigint not null default 0,
  updated_at timestamptz not null default now()
);
comment on table verify_progress is 'How far a check is, every second; the check itself is a record.';

create table verify_acknowledgements (
  id integer generated always as identity primary key,
  findings_hash text not null check (findings_hash ~ '^[0-9a-f]{64}$'),
  findings_count integer not null check (findings_count > 0),
  reason text not null check (btrim(reason) <> ''),
  signed_by text not null references users,
  signed_at timestamptz not null
);
comment on table verify_acknowledgements is 'What an administrator signed about findings: exactly those of the hash.';
create index verify_acknowledgements_signed_by_index on verify_acknowledgements (signed_by);

create table verify_findings (
  id integer generated always as identity primary key,
  run_id integer not null references verify_runs,
  position integer not null,
  kind text not null,
  object text not null,
  detail text not null,
  identity text not null check (identity ~ '^[0-9a-f]{64}$'),
  acknowledgement_id integer references verify_acknowledgements,
  unique (run_id, position)
);
comment on column verify_findings.identity is 'SHA-256 of kind, object and detail: the same in every check that finds the same.';
create index verify_findings_acknowledgement_index on verify_findings (acknowledgement_id);
create index verify_findings_open_index on verify_findings (identity) where acknowledgement_id is null;

alter table signatures drop constraint signatures_record_type_check;
alter table signatures add constraint signatures_record_type_check check (record_type in
  ('training_records', 'hr_document_versions', 'hr_agreements', 'hr_acknowledgements', 'verify_acknowledgements'));
alter table signatures add column verify_acknowledgement_id integer
  generated always as (case when record_type = 'verify_acknowledgements' then record_id end) stored references verify_acknowledgements;
create index signatures_verify_acknowledgement_index on signatures (verify_acknowledgement_id)
  where verify_acknowledgement_id is not null;

--! attach audit
