create table past_days (
  day date not null,
  made_until text default ''::text not null,
  people_done integer default 0 not null,
  people_total integer not null,
  ready_at timestamp with time zone,
  asked_at timestamp with time zone default app_now() not null,
  begun_at timestamp with time zone default app_now() not null,
  constraint past_days_pkey PRIMARY KEY (day)
);
comment on table past_days is 'Past days whose figures are kept or being made, because somebody asked for everybody as of them.';
comment on column past_days.made_until is 'The last person who was looked at, by id: where the making goes on.';
comment on column past_days.asked_at is 'When somebody asked last; days that nobody asks for are taken away.';
comment on column past_days.begun_at is 'When its making began: before the day was over everywhere, its figures are counted anew before long.';
grant delete, insert, select, update on past_days to application;
