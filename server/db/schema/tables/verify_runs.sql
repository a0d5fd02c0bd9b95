create table verify_runs (
  id integer generated always as identity,
  kind text not null,
  with_files boolean not null,
  state text default 'waiting'::text not null,
  requested_by text,
  created_at timestamp with time zone default now() not null,
  began_at timestamp with time zone,
  ended_at timestamp with time zone,
  clean boolean,
  counts jsonb,
  constraint verify_runs_pkey PRIMARY KEY (id),
  constraint verify_runs_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint verify_runs_check CHECK (((state = ANY (ARRAY['finished'::text, 'failed'::text])) = (clean IS NOT NULL))),
  constraint verify_runs_check1 CHECK (((state = ANY (ARRAY['finished'::text, 'failed'::text, 'cancelled'::text])) = (ended_at IS NOT NULL))),
  constraint verify_runs_kind_check CHECK ((kind = ANY (ARRAY['nightly'::text, 'weekly'::text, 'restore'::text, 'manual'::text]))),
  constraint verify_runs_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'finished'::text, 'failed'::text, 'cancelled'::text])))
);
comment on table verify_runs is 'Checks of the whole trail (AUD-04). Their times are those of the database itself: app_now() is one of the things that they check.';
comment on column verify_runs.counts is 'How many events, seals, anchors, records and files were checked.';
CREATE INDEX verify_runs_began_index ON public.verify_runs USING btree (began_at DESC);
CREATE UNIQUE INDEX verify_runs_open_index ON public.verify_runs USING btree ((true)) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX verify_runs_requested_by_index ON public.verify_runs USING btree (requested_by);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on verify_runs to application;
