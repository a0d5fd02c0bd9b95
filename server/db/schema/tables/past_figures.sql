create table past_figures (
  day date not null,
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
  last_change timestamp with time zone,
  next_change_on date,
  completions integer not null,
  required integer not null,
  required_open integer not null,
  required_late integer not null,
  is_due boolean not null,
  constraint past_figures_pkey PRIMARY KEY (day, user_id),
  constraint past_figures_day_fkey FOREIGN KEY (day) REFERENCES past_days(day) ON DELETE CASCADE
);
comment on table past_figures is 'Counts of a person as the records stood at the end of a day that is over everywhere; columns as of person_figures.';
grant delete, insert, select, update on past_figures to application;
