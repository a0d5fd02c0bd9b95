create table hr_cv_requests (
  id integer generated always as identity,
  user_id text not null,
  requested_by text,
  requested_at timestamp with time zone default app_now() not null,
  opened_at timestamp with time zone,
  fulfilled_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  constraint hr_cv_requests_pkey PRIMARY KEY (id),
  constraint hr_cv_requests_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint hr_cv_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint hr_cv_requests_withdrawn_check CHECK (((withdrawn_at IS NULL) OR (fulfilled_at IS NULL)))
);
comment on table hr_cv_requests is 'CVs that were asked for by mail (HR-02).';
comment on column hr_cv_requests.withdrawn_at is 'When its person left or moved to another organization before the CV was signed.';
CREATE INDEX hr_cv_requests_requested_at_index ON public.hr_cv_requests USING btree (requested_at);
CREATE INDEX hr_cv_requests_requested_by_index ON public.hr_cv_requests USING btree (requested_by);
CREATE INDEX hr_cv_requests_user_index ON public.hr_cv_requests USING btree (user_id, requested_at);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on hr_cv_requests to application;
