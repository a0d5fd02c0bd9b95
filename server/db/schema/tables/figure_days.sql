create table figure_days (
  organization_id integer,
  day date not null,
  active integer not null,
  overdue_people integer not null,
  total bigint not null,
  completed bigint not null,
  from_records boolean not null,
  due_people integer not null
);
comment on table figure_days is 'Figures of active people as each day of the organization''s zone began (CMP-01).';
comment on column figure_days.organization_id is 'Null for people without an organization.';
comment on column figure_days.from_records is 'Worked out afterwards from the dates of assignments, not seen on that day.';
CREATE INDEX figure_days_day_index ON public.figure_days USING btree (day);
CREATE UNIQUE INDEX figure_days_key ON public.figure_days USING btree (organization_id, day) NULLS NOT DISTINCT;
grant delete, insert, select, update on figure_days to application;
