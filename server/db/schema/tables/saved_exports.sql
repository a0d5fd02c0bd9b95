create table saved_exports (
  id integer generated always as identity,
  owner_id text not null,
  name text not null,
  kind text not null,
  format text not null,
  columns text[] not null,
  filters jsonb default '{}'::jsonb not null,
  reach jsonb not null,
  created_at timestamp with time zone default app_now() not null,
  frequency text,
  weekday integer,
  month_day integer,
  time_of_day text,
  time_zone text,
  next_run_at timestamp with time zone,
  pause text,
  constraint saved_exports_pkey PRIMARY KEY (id),
  constraint saved_exports_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint saved_exports_check CHECK ((((frequency IS NULL) = (time_of_day IS NULL)) AND ((frequency IS NULL) = (time_zone IS NULL)))),
  constraint saved_exports_check1 CHECK (((weekday IS NOT NULL) = (COALESCE(frequency, ''::text) = 'weekly'::text))),
  constraint saved_exports_check2 CHECK (((month_day IS NOT NULL) = (COALESCE(frequency, ''::text) = 'monthly'::text))),
  constraint saved_exports_check3 CHECK (((next_run_at IS NOT NULL) = ((frequency IS NOT NULL) AND (pause IS NULL)))),
  constraint saved_exports_check4 CHECK (((frequency IS NOT NULL) OR (pause IS NULL))),
  constraint saved_exports_columns_check CHECK ((cardinality(columns) > 0)),
  constraint saved_exports_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'pdf'::text, 'jsonl'::text]))),
  constraint saved_exports_frequency_check CHECK ((frequency = ANY (ARRAY['daily'::text, 'weekly'::text, 'monthly'::text]))),
  constraint saved_exports_month_day_check CHECK (((month_day >= 1) AND (month_day <= 31))),
  constraint saved_exports_name_check CHECK (((btrim(name) <> ''::text) AND (length(name) <= 100))),
  constraint saved_exports_pause_check CHECK ((pause = ANY (ARRAY['access_lost'::text, 'access_changed'::text, 'filter_gone'::text, 'stopped'::text]))),
  constraint saved_exports_time_of_day_check CHECK ((time_of_day ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint saved_exports_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);
comment on table saved_exports is 'Exports that a person saved under a name, with the schedule by which each runs (RPT-03).';
comment on column saved_exports.kind is 'The data set.';
comment on column saved_exports.reach is 'What its owner was allowed to see when it was saved: it does not run with more or less.';
comment on column saved_exports.weekday is 'Of a weekly schedule: 1 is Monday.';
comment on column saved_exports.month_day is 'Of a monthly schedule; in a month without the day it is the last one.';
comment on column saved_exports.time_zone is 'The zone of time_of_day: that of its owner.';
comment on column saved_exports.pause is 'Why the schedule does not run.';
CREATE INDEX saved_exports_due_index ON public.saved_exports USING btree (next_run_at) WHERE (next_run_at IS NOT NULL);
CREATE UNIQUE INDEX saved_exports_name_key ON public.saved_exports USING btree (owner_id, lower(name));
CREATE INDEX saved_exports_scheduled_index ON public.saved_exports USING btree (id DESC) WHERE (frequency IS NOT NULL);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on saved_exports to application;
