create table hr_document_downloads (
  version_id integer not null,
  user_id text not null,
  downloaded_at timestamp with time zone default app_now() not null,
  constraint hr_document_downloads_pkey PRIMARY KEY (version_id, user_id),
  constraint hr_document_downloads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint hr_document_downloads_version_id_fkey FOREIGN KEY (version_id) REFERENCES hr_document_versions(id) ON DELETE CASCADE
);
comment on table hr_document_downloads is 'Whole downloads of documents whose pages cannot be counted: they count as seen before a signature (HR-03, HR-04).';
CREATE INDEX hr_document_downloads_user_index ON public.hr_document_downloads USING btree (user_id);
grant delete, insert, select, update on hr_document_downloads to application;
