create table training_records (
  id integer generated always as identity,
  assignment_id integer not null,
  cycle integer not null,
  user_id text not null,
  organization_id integer,
  module_id integer not null,
  module_version_id integer not null,
  module_title text not null,
  module_reference text,
  version_number integer not null,
  version_hash text not null,
  completion_policy text not null,
  score numeric(5,2),
  passing_score numeric(5,2),
  completed_at timestamp with time zone not null,
  time_zone text default 'UTC'::text not null,
  expires_on date,
  recorded_at timestamp with time zone default app_now() not null,
  recorded_by text,
  kind text default 'completion'::text not null,
  reason text,
  record_bytes text not null,
  record_hash text not null,
  import_id integer,
  source text,
  source_file_id integer,
  constraint training_records_pkey PRIMARY KEY (id),
  constraint training_records_assignment_id_key UNIQUE (assignment_id),
  constraint training_records_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES training_assignments(id),
  constraint training_records_import_id_fkey FOREIGN KEY (import_id) REFERENCES people_imports(id),
  constraint training_records_module_id_fkey FOREIGN KEY (module_id) REFERENCES training_modules(id),
  constraint training_records_module_version_id_module_id_fkey FOREIGN KEY (module_version_id, module_id) REFERENCES module_versions(id, module_id),
  constraint training_records_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint training_records_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  constraint training_records_source_file_id_fkey FOREIGN KEY (source_file_id) REFERENCES files(id),
  constraint training_records_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint training_records_check CHECK ((record_hash = encode(sha256(convert_to(record_bytes, 'UTF8'::name)), 'hex'::text))),
  constraint training_records_check1 CHECK (((kind = 'completion'::text) OR (btrim(reason) <> ''::text))),
  constraint training_records_completion_policy_check CHECK ((completion_policy = ANY (ARRAY['signed'::text, 'self_attest'::text, 'quiz'::text]))),
  constraint training_records_cycle_check CHECK ((cycle >= 1)),
  constraint training_records_kind_check CHECK ((kind = ANY (ARRAY['completion'::text, 'backdated'::text, 'from_source'::text]))),
  constraint training_records_passing_score_check CHECK (((passing_score >= (0)::numeric) AND (passing_score <= (100)::numeric))),
  constraint training_records_score_check CHECK (((score >= (0)::numeric) AND (score <= (100)::numeric))),
  constraint training_records_source_check CHECK (
CASE
    WHEN (kind = 'from_source'::text) THEN ((import_id IS NOT NULL) AND (source IS NOT NULL) AND (btrim(source) <> ''::text))
    ELSE ((import_id IS NULL) AND (source IS NULL) AND (source_file_id IS NULL))
END),
  constraint training_records_time_zone_check CHECK (is_time_zone(time_zone)),
  constraint training_records_version_hash_check CHECK ((version_hash ~ '^[0-9a-f]{64}$'::text))
);
comment on table training_records is 'Completions: only ever inserted.';
comment on column training_records.organization_id is 'Of the person when it was completed, with the time zone in which the time is printed.';
comment on column training_records.expires_on is 'Last day on which the completion is valid (MTX-08); null: no end.';
comment on column training_records.record_bytes is 'The exact text that was signed; record_hash is its SHA-256.';
comment on column training_records.import_id is 'The file of another system or of paper records in which it was, with its hash and who imported it.';
comment on column training_records.source is 'Where it was recorded before, for example a system or a binder.';
comment on column training_records.source_file_id is 'The certificate that the source issued.';
CREATE INDEX training_records_import_index ON public.training_records USING btree (import_id) WHERE (import_id IS NOT NULL);
CREATE INDEX training_records_late_index ON public.training_records USING btree (module_version_id, completed_at, id);
CREATE INDEX training_records_module_index ON public.training_records USING btree (module_id, completed_at);
CREATE INDEX training_records_organization_index ON public.training_records USING btree (organization_id);
CREATE INDEX training_records_recorded_by_index ON public.training_records USING btree (recorded_by);
CREATE INDEX training_records_source_file_index ON public.training_records USING btree (source_file_id) WHERE (source_file_id IS NOT NULL);
CREATE INDEX training_records_user_index ON public.training_records USING btree (user_id, completed_at);
CREATE INDEX training_records_version_index ON public.training_records USING btree (module_version_id, module_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.training_records FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select on training_records to application;
