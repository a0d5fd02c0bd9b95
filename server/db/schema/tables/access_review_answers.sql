create table access_review_answers (
  id integer generated always as identity,
  review_id integer not null,
  user_id text not null,
  opened jsonb,
  facts jsonb,
  answer text,
  new_role text,
  ended_grants integer[] default '{}'::integer[] not null,
  reason text,
  answered_by text,
  answered_at timestamp with time zone,
  undecided text,
  constraint access_review_answers_pkey PRIMARY KEY (id),
  constraint access_review_answers_review_id_user_id_key UNIQUE (review_id, user_id),
  constraint access_review_answers_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id),
  constraint access_review_answers_review_id_fkey FOREIGN KEY (review_id) REFERENCES access_reviews(id),
  constraint access_review_answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint access_review_answers_answer_check CHECK ((answer = ANY (ARRAY['keep'::text, 'change'::text, 'end'::text]))),
  constraint access_review_answers_check CHECK ((answered_by <> user_id)),
  constraint access_review_answers_check1 CHECK ((((answer IS NULL) = (answered_at IS NULL)) AND ((answer IS NULL) = (answered_by IS NULL)))),
  constraint access_review_answers_check2 CHECK (((answer = 'change'::text) OR ((new_role IS NULL) AND (ended_grants = '{}'::integer[])))),
  constraint access_review_answers_check3 CHECK (((answer IS DISTINCT FROM 'change'::text) OR (new_role IS NOT NULL) OR (ended_grants <> '{}'::integer[]))),
  constraint access_review_answers_check4 CHECK (((COALESCE(answer, 'keep'::text) = 'keep'::text) OR (reason IS NOT NULL))),
  constraint access_review_answers_new_role_check CHECK ((new_role = ANY (ARRAY['admin'::text, 'manager'::text, 'learner'::text]))),
  constraint access_review_answers_reason_check CHECK ((btrim(reason) <> ''::text)),
  constraint access_review_answers_undecided_check CHECK ((undecided = ANY (ARRAY['left'::text, 'own_account'::text])))
);
comment on column access_review_answers.opened is 'What was true of the account when the review was opened; null: it came later.';
comment on column access_review_answers.facts is 'What was true when it was answered for, and once it is signed, then.';
comment on column access_review_answers.undecided is 'Why a signed review says nothing of the account: it had left, or it is that of its only administrator.';
CREATE INDEX access_review_answers_answered_by_index ON public.access_review_answers USING btree (answered_by);
CREATE INDEX access_review_answers_user_index ON public.access_review_answers USING btree (user_id);
CREATE TRIGGER keep_signed BEFORE INSERT OR DELETE OR UPDATE ON public.access_review_answers FOR EACH ROW EXECUTE FUNCTION keep_signed_answers();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on access_review_answers to application;
