create table hr_page_views (
  version_id integer not null,
  user_id text not null,
  page integer not null,
  session_id text,
  seen_at timestamp with time zone default app_now() not null,
  constraint hr_page_views_pkey PRIMARY KEY (version_id, user_id, page),
  constraint hr_page_views_session_id_fkey FOREIGN KEY (session_id) REFERENCES hr_view_sessions(id) ON DELETE SET NULL,
  constraint hr_page_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint hr_page_views_version_id_fkey FOREIGN KEY (version_id) REFERENCES hr_document_versions(id) ON DELETE CASCADE,
  constraint hr_page_views_page_check CHECK ((page >= 1))
);
comment on table hr_page_views is 'Pages of a document that a person has seen (HR-03, HR-04).';
CREATE INDEX hr_page_views_session_index ON public.hr_page_views USING btree (session_id);
CREATE INDEX hr_page_views_user_index ON public.hr_page_views USING btree (user_id);
grant delete, insert, select, update on hr_page_views to application;
