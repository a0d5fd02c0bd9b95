create table page_views (
  assignment_id integer not null,
  file_id integer not null,
  page integer not null,
  viewer_session_id text,
  seen_at timestamp with time zone default app_now() not null,
  constraint page_views_pkey PRIMARY KEY (assignment_id, file_id, page),
  constraint page_views_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES training_assignments(id),
  constraint page_views_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  constraint page_views_viewer_session_id_fkey FOREIGN KEY (viewer_session_id) REFERENCES viewer_sessions(id),
  constraint page_views_page_check CHECK ((page >= 1))
);
CREATE INDEX page_views_file_index ON public.page_views USING btree (file_id);
CREATE INDEX page_views_session_index ON public.page_views USING btree (viewer_session_id);
grant delete, insert, select, update on page_views to application;
