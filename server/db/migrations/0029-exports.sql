-- RPT-03: exports in the background with progress, which can be cancelled and are found again.

-- RPT-03: exports in the background: what was asked, by whom within which reach, how far they are, and until when the file
-- stays.
alter table exports drop constraint exports_state_check;
alter table exports add check (state in ('waiting', 'running', 'ready', 'failed', 'cancelled', 'expired'));
alter table exports add column columns text[] not null default '{}';
alter table exports add column language text not null default 'en';
alter table exports add column time_zone text not null default 'UTC';
alter table exports add column reach jsonb;
alter table exports add column people text[];
comment on column exports.kind is 'The data set.';
comment on column exports.reach is 'What its writer was allowed to see when it was written; checked again when the file is fetched.';
comment on column exports.people is 'The team that it may speak of, where the reach was a team.';

create table export_progress (
  export_id integer primary key references exports on delete cascade,
  rows_done integer not null default 0,
  rows_total integer,
  updated_at timestamptz not null default app_now()
);
comment on table export_progress is 'How far an export is, several times a second; the export itself is a record.';

--! attach audit
