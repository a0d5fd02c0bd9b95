create table viewer_sessions (
  id text default replace((gen_random_uuid())::text, '-'::text, ''::text) not null,
  assignment_id integer not null,
  module_version_id integer,
  started_at timestamp with time zone default app_now() not null,
  last_seen_at timestamp with time zone default app_now() not null,
  seconds integer default 0 not null,
  counted_pages integer default 0 not null,
  counted_seconds numeric default 0 not null,
  credited_until timestamp with time zone,
  declared_progress numeric(5,2) default 0 not null,
  last_file_id integer,
  last_position numeric,
  ended_at timestamp with time zone,
  declared_shares jsonb default '{}'::jsonb not null,
  constraint viewer_sessions_pkey PRIMARY KEY (id),
  constraint viewer_sessions_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES training_assignments(id),
  constraint viewer_sessions_last_file_id_fkey FOREIGN KEY (last_file_id) REFERENCES files(id),
  constraint viewer_sessions_module_version_id_fkey FOREIGN KEY (module_version_id) REFERENCES module_versions(id),
  constraint viewer_sessions_counted_pages_check CHECK ((counted_pages >= 0)),
  constraint viewer_sessions_counted_seconds_check CHECK ((counted_seconds >= (0)::numeric)),
  constraint viewer_sessions_declared_progress_check CHECK (((declared_progress >= (0)::numeric) AND (declared_progress <= (100)::numeric))),
  constraint viewer_sessions_declared_shares_check CHECK ((jsonb_typeof(declared_shares) = 'object'::text)),
  constraint viewer_sessions_last_position_check CHECK ((last_position >= (0)::numeric)),
  constraint viewer_sessions_seconds_check CHECK ((seconds >= 0))
);
comment on column viewer_sessions.seconds is 'Time spent with the content open, as counted by the server (VIEW-05).';
comment on column viewer_sessions.counted_pages is 'Pages credited in this session: never faster than its clock (VIEW-03).';
comment on column viewer_sessions.credited_until is 'Up to when time was used up for pages and seconds that count (VIEW-03).';
comment on column viewer_sessions.declared_progress is 'What the viewer said where the server cannot count parts; only upward.';
comment on column viewer_sessions.last_position is 'Page or second at which the person stopped in the last file.';
comment on column viewer_sessions.declared_shares is 'Share seen of each part that the server cannot count, 0 to 1 by its name; only upward.';
CREATE INDEX viewer_sessions_assignment_index ON public.viewer_sessions USING btree (assignment_id, started_at);
CREATE INDEX viewer_sessions_last_file_index ON public.viewer_sessions USING btree (last_file_id);
CREATE INDEX viewer_sessions_version_index ON public.viewer_sessions USING btree (module_version_id);
grant delete, insert, select, update on viewer_sessions to application;
