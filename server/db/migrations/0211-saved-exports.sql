-- RPT-03: exports saved under a name, which run when asked or by a schedule.

create table saved_exports (
  id integer generated always as identity primary key,
  owner_id text not null references users,
  name text not null check (btrim(name) <> '' and length(name) <= 100),
  kind text not null,
  format text not null check (format in ('csv', 'xlsx', 'pdf', 'jsonl')),
  columns text[] not null check (cardinality(columns) > 0),
  filters jsonb not null default '{}',
  reach jsonb not null,
  created_at timestamptz not null default app_now(),
  frequency text check (frequency in ('daily', 'weekly', 'monthly')),
  weekday integer check (weekday between 1 and 7),
  month_day integer check (month_day between 1 and 31),
  time_of_day text check (time_of_day ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_zone text,
  next_run_at timestamptz,
  pause text check (pause in ('access_lost', 'access_changed', 'filter_gone', 'stopped')),
  check ((frequency is null) = (time_of_day is null) and (frequency is null) = (time_zone is null)),
  check ((weekday is not null) = (coalesce(frequency, '') = 'weekly')),
  check ((month_day is not null) = (coalesce(frequency, '') = 'monthly')),
  check ((next_run_at is not null) = (frequency is not null and pause is null)),
  check (frequency is not null or pause is null)
);
comment on table saved_exports is 'Exports that a person saved under a name, with the schedule by which each runs (RPT-03).';
comment on column saved_exports.kind is 'The data set.';
comment on column saved_exports.reach is 'What its owner was allowed to see when it was saved: it does not run with more or less.';
comment on column saved_exports.weekday is 'Of a weekly schedule: 1 is Monday.';
comment on column saved_exports.month_day is 'Of a monthly schedule; in a month without the day it is the last one.';
comment on column saved_exports.time_zone is 'The zone of time_of_day: that of its owner.';
comment on column saved_exports.pause is 'Why the schedule does not run.';
create unique index saved_exports_name_key on saved_exports (owner_id, lower(name));
create index saved_exports_due_index on saved_exports (next_run_at) where next_run_at is not null;
create index saved_exports_scheduled_index on saved_exports (id desc) where frequency is not null;

alter table exports add column saved_export_id integer references saved_exports;
alter table exports add column name text;
alter table exports add column scheduled_for timestamptz;
comment on column exports.name is 'The name of the saved export that it was a run of.';
comment on column exports.scheduled_for is 'When its schedule was due; null: somebody requested it.';
create index exports_saved_index on exports (saved_export_id, id desc);
create unique index exports_run_key on exports (saved_export_id, scheduled_for);

--! attach audit
