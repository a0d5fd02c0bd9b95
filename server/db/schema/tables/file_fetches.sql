create table file_fetches (
  user_id text not null,
  file_id integer not null,
  fetched_at timestamp with time zone default app_now() not null,
  constraint file_fetches_pkey PRIMARY KEY (user_id, file_id),
  constraint file_fetches_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE,
  constraint file_fetches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
comment on table file_fetches is 'When a person was last sent bytes of a file: pages count only in a viewer session that fetched it (VIEW-03).';
CREATE INDEX file_fetches_age_index ON public.file_fetches USING btree (fetched_at);
CREATE INDEX file_fetches_file_index ON public.file_fetches USING btree (file_id);
grant delete, insert, select, update on file_fetches to application;
