create table files (
  id integer generated always as identity,
  sha256 text not null,
  size bigint not null,
  mime text not null,
  pages integer,
  duration_seconds numeric,
  created_by text,
  created_at timestamp with time zone default app_now() not null,
  is_blank boolean default false not null,
  package text,
  constraint files_pkey PRIMARY KEY (id),
  constraint files_sha256_key UNIQUE (sha256),
  constraint files_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint files_duration_seconds_check CHECK ((duration_seconds >= (0)::numeric)),
  constraint files_package_check CHECK ((package = ANY (ARRAY['scorm'::text, 'cmi5'::text, 'aicc'::text]))),
  constraint files_pages_check CHECK ((pages > 0)),
  constraint files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint files_size_check CHECK ((size >= 0))
);
comment on column files.pages is 'Number of pages of a PDF, null where it has none.';
comment on column files.is_blank is 'A PDF whose pages have neither text nor pictures nor drawings.';
comment on column files.package is 'Kind of a course package that was kept as a plain download.';
CREATE INDEX files_created_by_index ON public.files USING btree (created_by);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on files to application;
