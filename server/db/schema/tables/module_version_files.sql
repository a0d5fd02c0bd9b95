create table module_version_files (
  id integer generated always as identity,
  version_id integer not null,
  file_id integer not null,
  "position" integer not null,
  name text not null,
  original_name text not null,
  uploaded_by text,
  uploaded_at timestamp with time zone default app_now() not null,
  constraint module_version_files_pkey PRIMARY KEY (id),
  constraint module_version_files_name_key UNIQUE (name),
  constraint module_version_files_version_id_position_key UNIQUE (version_id, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint module_version_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  constraint module_version_files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id),
  constraint module_version_files_version_id_fkey FOREIGN KEY (version_id) REFERENCES module_versions(id) ON DELETE CASCADE,
  constraint module_version_files_name_check CHECK (((name !~ '[/\\]'::text) AND (btrim(name) <> ''::text) AND (name <> ALL (ARRAY['.'::text, '..'::text])))),
  constraint module_version_files_position_check CHECK (("position" >= 0))
);
comment on column module_version_files.name is 'The {filename} of GET /api/files/{filename}: one file in the whole installation.';
CREATE INDEX module_version_files_file_index ON public.module_version_files USING btree (file_id);
CREATE INDEX module_version_files_uploaded_by_index ON public.module_version_files USING btree (uploaded_by);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on module_version_files to application;
