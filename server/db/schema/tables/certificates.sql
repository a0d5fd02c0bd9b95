create table certificates (
  id integer generated always as identity,
  number text not null,
  code text not null,
  training_record_id integer not null,
  issued_at timestamp with time zone default app_now() not null,
  expires_on date,
  revoked_at timestamp with time zone,
  revoked_reason text,
  revoked_by text,
  revoked_code text,
  constraint certificates_pkey PRIMARY KEY (id),
  constraint certificates_code_key UNIQUE (code),
  constraint certificates_number_key UNIQUE (number),
  constraint certificates_training_record_id_key UNIQUE (training_record_id),
  constraint certificates_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES users(id),
  constraint certificates_training_record_id_fkey FOREIGN KEY (training_record_id) REFERENCES training_records(id),
  constraint certificates_code_check CHECK ((length(code) >= 20)),
  constraint certificates_revoked_check CHECK (((revoked_at IS NULL) OR (revoked_code IS NOT NULL) OR (btrim(revoked_reason) <> ''::text))),
  constraint certificates_revoked_code_check CHECK ((revoked_code = ANY (ARRAY['matrix_no_longer_requires'::text, 'removed_from_matrix'::text, 'module_was_retired'::text, 'training_withdrawn'::text])))
);
comment on column certificates.code is 'Unguessable; the {code} of /verify/{code}.';
comment on column certificates.revoked_code is 'Why the product itself revoked it; null where a person withdrew the training, whose words are in revoked_reason.';
CREATE INDEX certificates_revoked_by_index ON public.certificates USING btree (revoked_by);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on certificates to application;
