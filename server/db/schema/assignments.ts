/** SPEC §3 training assignments with cycles (DESIGN rule 7), what was seen of their content (VIEW-03), append-only completions. */
export const assignmentsSql = `
create table training_assignments (
  id integer generated always as identity primary key,
  user_id text not null references users,
  module_id integer not null references training_modules,
  module_version_id integer,
  assigned_by text,
  assigned_by_user_id text references users,
  assigned_date timestamptz not null default app_now(),
  due_date date,
  status text not null default 'not_started' check (status in ('not_started', 'in_progress', 'completed', 'voided')),
  progress numeric(5, 2) not null default 0 check (progress between 0 and 100),
  score numeric(5, 2) check (score between 0 and 100),
  started_at timestamptz,
  completed_at timestamptz,
  assignment_type text not null default 'manual' check (assignment_type in ('manual', 'matrix', 'onboarding', 'renewal', 'retraining')),
  matrix_id integer references training_matrices,
  renewal_frequency integer check (renewal_frequency between 1 and 120),
  next_renewal_date date,
  is_onboarding_required boolean not null default false,
  is_required boolean not null default true,
  no_longer_required_at timestamptz,
  cycle integer not null default 1 check (cycle >= 1),
  cycle_reason text,
  voided_at timestamptz,
  voided_reason text,
  voided_by text references users,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  unique (user_id, module_id, cycle),
  foreign key (module_version_id, module_id) references module_versions (id, module_id),
  check (status <> 'completed' or completed_at is not null),
  check ((status = 'voided') = (voided_at is not null))
);
comment on column training_assignments.assigned_by is 'What made the assignment where no person did, for example the name of a matrix.';
comment on column training_assignments.due_date is 'Calendar date in the time zone of the organization (LRN-01).';
comment on column training_assignments.renewal_frequency is 'Months.';
comment on column training_assignments.cycle is 'Counts the assignments of one module to one person (MTX-05, MTX-08).';
create unique index training_assignments_open_key on training_assignments (user_id, module_id)
  where status in ('not_started', 'in_progress');
create index training_assignments_module_index on training_assignments (module_id, status);
create index training_assignments_version_index on training_assignments (module_version_id, module_id);
create index training_assignments_due_index on training_assignments (due_date, user_id) where status in ('not_started', 'in_progress');
create index training_assignments_completed_index on training_assignments (completed_at) where completed_at is not null;
create index training_assignments_matrix_index on training_assignments (matrix_id) where matrix_id is not null;
create index training_assignments_renewal_index on training_assignments (next_renewal_date) where next_renewal_date is not null;
create index training_assignments_assigned_by_index on training_assignments (assigned_by_user_id) where assigned_by_user_id is not null;
create index training_assignments_voided_by_index on training_assignments (voided_by) where voided_by is not null;
create trigger touch before update on training_assignments for each row execute function touch_row();

create table viewer_sessions (
  id text primary key default replace(gen_random_uuid()::text, '-', ''),
  assignment_id integer not null references training_assignments,
  module_version_id integer references module_versions,
  started_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  seconds integer not null default 0 check (seconds >= 0),
  counted_pages integer not null default 0 check (counted_pages >= 0),
  counted_seconds numeric not null default 0 check (counted_seconds >= 0),
  credited_until timestamptz,
  declared_progress numeric(5, 2) not null default 0 check (declared_progress between 0 and 100),
  last_file_id integer references files,
  last_position numeric check (last_position >= 0),
  ended_at timestamptz
);
comment on column viewer_sessions.seconds is 'Time spent with the content open, as counted by the server (VIEW-05).';
comment on column viewer_sessions.credited_until is 'Up to when time was used up for pages and seconds that count (VIEW-03).';
comment on column viewer_sessions.declared_progress is 'What the viewer said where the server cannot count parts; only upward.';
comment on column viewer_sessions.last_position is 'Page or second at which the person stopped in the last file.';
comment on column viewer_sessions.counted_pages is 'Pages credited in this session: never faster than its clock (VIEW-03).';
create index viewer_sessions_assignment_index on viewer_sessions (assignment_id, started_at);
create index viewer_sessions_version_index on viewer_sessions (module_version_id);
create index viewer_sessions_last_file_index on viewer_sessions (last_file_id);

create table page_views (
  assignment_id integer not null references training_assignments,
  file_id integer not null references files,
  page integer not null check (page >= 1),
  viewer_session_id text references viewer_sessions,
  seen_at timestamptz not null default app_now(),
  primary key (assignment_id, file_id, page)
);
create index page_views_file_index on page_views (file_id);
create index page_views_session_index on page_views (viewer_session_id);

create table video_ranges (
  assignment_id integer not null references training_assignments,
  file_id integer not null references files,
  watched nummultirange not null default '{}',
  updated_at timestamptz not null default app_now(),
  primary key (assignment_id, file_id)
);
comment on column video_ranges.watched is 'Seconds of the video that were played, half-open.';
create index video_ranges_file_index on video_ranges (file_id);

create table training_records (
  id integer generated always as identity primary key,
  assignment_id integer not null unique references training_assignments,
  cycle integer not null check (cycle >= 1),
  user_id text not null references users,
  organization_id integer references organizations,
  module_id integer not null references training_modules,
  module_version_id integer not null,
  module_title text not null,
  module_reference text,
  version_number integer not null,
  version_hash text not null check (version_hash ~ '^[0-9a-f]{64}$'),
  completion_policy text not null check (completion_policy in ('signed', 'self_attest', 'quiz')),
  score numeric(5, 2) check (score between 0 and 100),
  passing_score numeric(5, 2) check (passing_score between 0 and 100),
  completed_at timestamptz not null,
  time_zone text not null default 'UTC' check (is_time_zone(time_zone)),
  expires_on date,
  recorded_at timestamptz not null default app_now(),
  recorded_by text references users,
  kind text not null default 'completion' check (kind in ('completion', 'backdated')),
  reason text,
  record_bytes text not null,
  record_hash text not null check (record_hash = encode(sha256(convert_to(record_bytes, 'UTF8')), 'hex')),
  foreign key (module_version_id, module_id) references module_versions (id, module_id),
  check (kind <> 'backdated' or btrim(reason) <> '')
);
comment on table training_records is 'Completions: only ever inserted.';
comment on column training_records.organization_id is 'Of the person when it was completed, with the time zone in which the time is printed.';
comment on column training_records.expires_on is 'Last day on which the completion is valid (MTX-08); null: no end.';
comment on column training_records.record_bytes is 'The exact text that was signed; record_hash is its SHA-256.';
create index training_records_user_index on training_records (user_id, completed_at);
create index training_records_module_index on training_records (module_id, completed_at);
create index training_records_version_index on training_records (module_version_id, module_id);
create index training_records_recorded_by_index on training_records (recorded_by);
create index training_records_organization_index on training_records (organization_id);

create table certificates (
  id integer generated always as identity primary key,
  number text not null unique,
  code text not null unique check (length(code) >= 20),
  training_record_id integer not null unique references training_records,
  issued_at timestamptz not null default app_now(),
  expires_on date,
  revoked_at timestamptz,
  revoked_reason text,
  revoked_by text references users,
  check (revoked_at is null or btrim(revoked_reason) <> '')
);
comment on column certificates.code is 'Unguessable; the {code} of /verify/{code}.';
create index certificates_revoked_by_index on certificates (revoked_by);
create sequence certificate_numbers;
`;
