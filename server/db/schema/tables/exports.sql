create table exports (
  id integer generated always as identity,
  kind text not null,
  format text not null,
  filters jsonb default '{}'::jsonb not null,
  requested_by text not null,
  state text default 'waiting'::text not null,
  progress numeric(5,2) default 0 not null,
  file_id integer,
  file_name text,
  row_count integer,
  problem text,
  created_at timestamp with time zone default app_now() not null,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone,
  columns text[] default '{}'::text[] not null,
  language text default 'en'::text not null,
  time_zone text default 'UTC'::text not null,
  reach jsonb,
  people text[],
  with_cv_of text[],
  saved_export_id integer,
  name text,
  scheduled_for timestamp with time zone,
  constraint exports_pkey PRIMARY KEY (id),
  constraint exports_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  constraint exports_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint exports_saved_export_id_fkey FOREIGN KEY (saved_export_id) REFERENCES saved_exports(id),
  constraint exports_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'pdf'::text, 'zip'::text, 'jsonl'::text]))),
  constraint exports_problem_check CHECK ((problem = ANY (ARRAY['access_lost'::text, 'export_stopped'::text]))) NOT VALID,
  constraint exports_progress_check CHECK (((progress >= (0)::numeric) AND (progress <= (100)::numeric))),
  constraint exports_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'ready'::text, 'failed'::text, 'cancelled'::text, 'expired'::text])))
);
comment on column exports.kind is 'The data set.';
comment on column exports.reach is 'What its writer was allowed to see when it was written; checked again when the file is fetched.';
comment on column exports.people is 'The team that it may speak of, where the reach was a team.';
comment on column exports.with_cv_of is 'People whose CV a binder has; checked again when the file is fetched.';
comment on column exports.name is 'The name of the saved export that it was a run of.';
comment on column exports.scheduled_for is 'When its schedule was due; null: somebody requested it.';
CREATE INDEX exports_expiry_index ON public.exports USING btree (expires_at) WHERE (state = 'ready'::text);
CREATE INDEX exports_file_index ON public.exports USING btree (file_id);
CREATE INDEX exports_requested_by_index ON public.exports USING btree (requested_by, created_at DESC);
CREATE UNIQUE INDEX exports_run_key ON public.exports USING btree (saved_export_id, scheduled_for);
CREATE INDEX exports_saved_index ON public.exports USING btree (saved_export_id, id DESC);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on exports to application;
