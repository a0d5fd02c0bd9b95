create table quiz_attempts (
  id integer generated always as identity,
  assignment_id integer not null,
  user_id text not null,
  module_version_id integer not null,
  number integer not null,
  paper jsonb not null,
  passing_score numeric(5,2),
  answers jsonb,
  grade jsonb,
  score numeric(5,2),
  passed boolean,
  started_at timestamp with time zone default app_now() not null,
  handed_in_at timestamp with time zone,
  constraint quiz_attempts_pkey PRIMARY KEY (id),
  constraint quiz_attempts_assignment_id_number_key UNIQUE (assignment_id, number),
  constraint quiz_attempts_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES training_assignments(id),
  constraint quiz_attempts_module_version_id_fkey FOREIGN KEY (module_version_id) REFERENCES module_versions(id),
  constraint quiz_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint quiz_attempts_check CHECK ((((handed_in_at IS NULL) AND (answers IS NULL) AND (grade IS NULL) AND (score IS NULL) AND (passed IS NULL)) OR ((handed_in_at IS NOT NULL) AND (answers IS NOT NULL) AND (grade IS NOT NULL) AND (score IS NOT NULL) AND (passed IS NOT NULL)))),
  constraint quiz_attempts_number_check CHECK ((number >= 1)),
  constraint quiz_attempts_paper_check CHECK ((jsonb_typeof(paper) = 'array'::text)),
  constraint quiz_attempts_passing_score_check CHECK (((passing_score >= (0)::numeric) AND (passing_score <= (100)::numeric))),
  constraint quiz_attempts_score_check CHECK (((score >= (0)::numeric) AND (score <= (100)::numeric)))
);
comment on column quiz_attempts.paper is 'The whole questions in the order of this person, with their key, as they were at the beginning.';
comment on column quiz_attempts.passing_score is 'Percent, as it was at the beginning.';
CREATE UNIQUE INDEX quiz_attempts_open_key ON public.quiz_attempts USING btree (assignment_id, module_version_id) WHERE (handed_in_at IS NULL);
CREATE INDEX quiz_attempts_user_index ON public.quiz_attempts USING btree (user_id);
CREATE INDEX quiz_attempts_version_index ON public.quiz_attempts USING btree (module_version_id);
CREATE TRIGGER keep_attempt BEFORE DELETE OR UPDATE ON public.quiz_attempts FOR EACH ROW EXECUTE FUNCTION keep_quiz_attempt();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on quiz_attempts to application;
