-- RPT-04, PERF-01: figures of everybody as of a day, at 5,000,000 trainings.

create table past_days (
  day date primary key,
  made_until text not null default '',
  people_done integer not null default 0,
  people_total integer not null,
  ready_at timestamptz,
  asked_at timestamptz not null default app_now()
);
comment on table past_days is 'Past days whose figures are kept or being made, because somebody asked for everybody as of them.';
comment on column past_days.made_until is 'The last person who was looked at, by id: where the making goes on.';
comment on column past_days.asked_at is 'When somebody asked last; days that nobody asks for are taken away.';

create table past_figures (
  day date not null references past_days on delete cascade,
  user_id text not null,
  organization_id integer,
  department_id integer,
  role text not null,
  is_active boolean not null,
  has_signed_in boolean not null,
  total integer not null,
  completed integer not null,
  in_progress integer not null,
  not_started integer not null,
  overdue integer not null,
  expired integer not null,
  completion_seconds numeric not null,
  last_change timestamptz,
  next_change_on date,
  primary key (day, user_id)
);
comment on table past_figures is 'Counts of a person as the records stood at the end of a day that is over everywhere; columns as of person_figures.';
