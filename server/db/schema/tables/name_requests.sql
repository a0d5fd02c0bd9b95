create table name_requests (
  id integer generated always as identity,
  user_id text not null,
  first_name text not null,
  last_name text not null,
  requested_at timestamp with time zone default app_now() not null,
  decision text,
  decided_at timestamp with time zone,
  decided_by text,
  reason text,
  constraint name_requests_pkey PRIMARY KEY (id),
  constraint name_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint name_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint name_requests_check CHECK (((decision IS NULL) = (decided_at IS NULL))),
  constraint name_requests_check1 CHECK (((decision <> 'declined'::text) OR (btrim(reason) <> ''::text))),
  constraint name_requests_check2 CHECK (((decision = 'withdrawn'::text) OR (decided_by <> user_id))),
  constraint name_requests_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'declined'::text, 'withdrawn'::text]))),
  constraint name_requests_first_name_check CHECK ((btrim(first_name) <> ''::text)),
  constraint name_requests_last_name_check CHECK ((btrim(last_name) <> ''::text))
);
comment on table name_requests is 'Changes of a printed name that its owner requested, and who approved or declined them (AUTH-16).';
CREATE INDEX name_requests_decided_by_index ON public.name_requests USING btree (decided_by);
CREATE INDEX name_requests_oldest_index ON public.name_requests USING btree (requested_at, id) WHERE (decision IS NULL);
CREATE UNIQUE INDEX name_requests_pending_key ON public.name_requests USING btree (user_id) WHERE (decision IS NULL);
CREATE INDEX name_requests_user_index ON public.name_requests USING btree (user_id, id);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on name_requests to application;
