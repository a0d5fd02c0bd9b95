create table hr_acknowledgements (
  id integer generated always as identity,
  version_id integer not null,
  user_id text not null,
  requested_by text,
  requested_at timestamp with time zone default app_now() not null,
  acknowledged_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  due_on date,
  constraint hr_acknowledgements_pkey PRIMARY KEY (id),
  constraint hr_acknowledgements_version_id_user_id_key UNIQUE (version_id, user_id),
  constraint hr_acknowledgements_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint hr_acknowledgements_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint hr_acknowledgements_version_id_fkey FOREIGN KEY (version_id) REFERENCES hr_document_versions(id),
  constraint hr_acknowledgements_check CHECK (((acknowledged_at IS NULL) OR (withdrawn_at IS NULL)))
);
comment on table hr_acknowledgements is 'Who is asked to read a version of an organization document, and who acknowledged it (HR-04).';
comment on column hr_acknowledgements.due_on is 'Day by which the document is to be acknowledged; null where it was asked without one.';
CREATE INDEX hr_acknowledgements_acknowledged_at_index ON public.hr_acknowledgements USING btree (acknowledged_at) WHERE (acknowledged_at IS NOT NULL);
CREATE INDEX hr_acknowledgements_due_index ON public.hr_acknowledgements USING btree (due_on) WHERE ((due_on IS NOT NULL) AND (acknowledged_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX hr_acknowledgements_open_index ON public.hr_acknowledgements USING btree (version_id, user_id) WHERE ((acknowledged_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX hr_acknowledgements_requested_at_index ON public.hr_acknowledgements USING btree (requested_at);
CREATE INDEX hr_acknowledgements_requested_by_index ON public.hr_acknowledgements USING btree (requested_by);
CREATE INDEX hr_acknowledgements_user_index ON public.hr_acknowledgements USING btree (user_id);
CREATE TRIGGER expiry_change AFTER INSERT ON public.hr_acknowledgements FOR EACH STATEMENT EXECUTE FUNCTION mark_expiry();
CREATE TRIGGER expiry_changed AFTER UPDATE ON public.hr_acknowledgements FOR EACH ROW WHEN (((old.due_on IS DISTINCT FROM new.due_on) OR (old.withdrawn_at IS DISTINCT FROM new.withdrawn_at))) EXECUTE FUNCTION mark_expiry();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on hr_acknowledgements to application;
