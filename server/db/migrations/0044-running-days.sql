-- RPT-04: days that are not yet over everywhere are counted in the background too.

-- RPT-04: what was counted before a day was over everywhere is told from what was counted afterwards, and serves for
-- minutes.
alter table past_days add column begun_at timestamptz not null default app_now();
comment on column past_days.begun_at is 'When its making began: before the day was over everywhere, its figures are counted anew before long.';
