create table inspection_requests (
  id integer generated always as identity,
  inspection_id integer not null,
  request text not null,
  requested_by text not null,
  requested_at timestamp with time zone default app_now() not null,
  answer text,
  answer_path text,
  answered_by text,
  answered_at timestamp with time zone,
  constraint inspection_requests_pkey PRIMARY KEY (id),
  constraint inspection_requests_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id),
  constraint inspection_requests_inspection_id_fkey FOREIGN KEY (inspection_id) REFERENCES inspections(id),
  constraint inspection_requests_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint inspection_requests_answer_check CHECK ((btrim(answer) <> ''::text)),
  constraint inspection_requests_answer_path_check CHECK ((answer_path ~ '^/'::text)),
  constraint inspection_requests_check CHECK ((((answer IS NULL) = (answered_at IS NULL)) AND ((answer IS NULL) = (answered_by IS NULL)))),
  constraint inspection_requests_check1 CHECK (((answer_path IS NULL) OR (answer IS NOT NULL))),
  constraint inspection_requests_request_check CHECK ((btrim(request) <> ''::text))
);
comment on table inspection_requests is 'What inspectors request of the host, and what is answered (INS-01).';
comment on column inspection_requests.answer_path is 'The page of the product that the answer refers to.';
CREATE INDEX inspection_requests_answered_by_index ON public.inspection_requests USING btree (answered_by);
CREATE INDEX inspection_requests_inspection_index ON public.inspection_requests USING btree (inspection_id, id);
CREATE INDEX inspection_requests_requested_by_index ON public.inspection_requests USING btree (requested_by);
CREATE TRIGGER keep_answered BEFORE DELETE OR UPDATE ON public.inspection_requests FOR EACH ROW EXECUTE FUNCTION keep_answered_request();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on inspection_requests to application;
