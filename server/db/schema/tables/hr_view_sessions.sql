create table hr_view_sessions (
  id text default replace((gen_random_uuid())::text, '-'::text, ''::text) not null,
  version_id integer not null,
  user_id text not null,
  started_at timestamp with time zone default app_now() not null,
  last_seen_at timestamp with time zone default app_now() not null,
  credited_until timestamp with time zone,
  constraint hr_view_sessions_pkey PRIMARY KEY (id),
  constraint hr_view_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint hr_view_sessions_version_id_fkey FOREIGN KEY (version_id) REFERENCES hr_document_versions(id) ON DELETE CASCADE
);
comment on table hr_view_sessions is 'Viewer sessions of documents that are read before they are signed (HR-03, HR-04).';
comment on column hr_view_sessions.credited_until is 'Up to when time was used up for pages that count (VIEW-03).';
CREATE INDEX hr_view_sessions_user_index ON public.hr_view_sessions USING btree (user_id);
CREATE INDEX hr_view_sessions_version_index ON public.hr_view_sessions USING btree (version_id, user_id);
grant delete, insert, select, update on hr_view_sessions to application;
