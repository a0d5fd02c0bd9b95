-- MOD-09: office files are converted in the background.

-- Which PDF stands for which office file (MOD-09).
create table file_conversions (
  file_id integer primary key references files,
  state text not null default 'pending' check (state in ('pending', 'converted', 'failed')),
  pdf_id integer references files,
  reason text check (reason in ('unreadable', 'too_slow', 'too_large', 'interrupted')),
  attempts integer not null default 0 check (attempts >= 0),
  planned_at timestamptz not null default app_now(),
  ended_at timestamptz,
  check ((state = 'converted') = (pdf_id is not null)),
  check ((state = 'failed') = (reason is not null)),
  check ((state = 'pending') = (ended_at is null)),
  check (pdf_id <> file_id)
);
comment on table file_conversions is 'Office files that are to be, are, or cannot be converted to PDF; a file without a row was never planned.';
comment on column file_conversions.attempts is 'How often a conversion was begun.';
create index file_conversions_pdf_index on file_conversions (pdf_id);
create index file_conversions_pending_index on file_conversions (planned_at) where state = 'pending';

--! attach audit
