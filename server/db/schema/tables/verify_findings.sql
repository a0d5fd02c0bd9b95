create table verify_findings (
  id integer generated always as identity,
  run_id integer not null,
  "position" integer not null,
  kind text not null,
  object text not null,
  detail text not null,
  identity text not null,
  acknowledgement_id integer,
  constraint verify_findings_pkey PRIMARY KEY (id),
  constraint verify_findings_run_id_position_key UNIQUE (run_id, "position"),
  constraint verify_findings_acknowledgement_id_fkey FOREIGN KEY (acknowledgement_id) REFERENCES verify_acknowledgements(id),
  constraint verify_findings_run_id_fkey FOREIGN KEY (run_id) REFERENCES verify_runs(id),
  constraint verify_findings_identity_check CHECK ((identity ~ '^[0-9a-f]{64}$'::text))
);
comment on column verify_findings.identity is 'SHA-256 of kind, object and detail: the same in every check that finds the same.';
CREATE INDEX verify_findings_acknowledgement_index ON public.verify_findings USING btree (acknowledgement_id);
CREATE INDEX verify_findings_open_index ON public.verify_findings USING btree (identity) WHERE (acknowledgement_id IS NULL);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on verify_findings to application;
