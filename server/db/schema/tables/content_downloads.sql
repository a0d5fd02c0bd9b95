create table content_downloads (
  assignment_id integer not null,
  file_id integer not null,
  downloaded_at timestamp with time zone default app_now() not null,
  constraint content_downloads_pkey PRIMARY KEY (assignment_id, file_id),
  constraint content_downloads_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES training_assignments(id),
  constraint content_downloads_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id)
);
comment on table content_downloads is 'Files of an open assignment that its person has downloaded: what is only downloaded counts as seen by it (VIEW-04).';
CREATE INDEX content_downloads_file_index ON public.content_downloads USING btree (file_id);
grant delete, insert, select, update on content_downloads to application;
