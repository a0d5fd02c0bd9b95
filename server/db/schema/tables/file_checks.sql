create table file_checks (
  file_id integer not null,
  size bigint,
  fingerprint text,
  checked_at timestamp with time zone default app_now() not null,
  is_intact boolean not null,
  problem text,
  constraint file_checks_pkey PRIMARY KEY (file_id),
  constraint file_checks_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id)
);
comment on table file_checks is 'The facts of the stored object when its hash was last computed (SEC-04).';
comment on column file_checks.fingerprint is 'Inode and times, or the ETag, as the file store states them.';
CREATE INDEX file_checks_age_index ON public.file_checks USING btree (checked_at);
CREATE INDEX file_checks_broken_index ON public.file_checks USING btree (file_id) WHERE (NOT is_intact);
grant delete, insert, select, update on file_checks to application;
