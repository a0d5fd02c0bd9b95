create table quizzes (
  module_id integer not null,
  questions jsonb not null,
  question_count integer generated always as (jsonb_array_length(questions)) stored,
  shuffle_questions boolean not null,
  shuffle_options boolean not null,
  max_attempts integer,
  cool_down_minutes integer not null,
  feedback text not null,
  revision integer default 1 not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  constraint quizzes_pkey PRIMARY KEY (module_id),
  constraint quizzes_module_id_fkey FOREIGN KEY (module_id) REFERENCES training_modules(id) ON DELETE CASCADE,
  constraint quizzes_cool_down_minutes_check CHECK (((cool_down_minutes >= 0) AND (cool_down_minutes <= 43200))),
  constraint quizzes_feedback_check CHECK ((feedback = ANY (ARRAY['full'::text, 'score'::text]))),
  constraint quizzes_max_attempts_check CHECK (((max_attempts >= 1) AND (max_attempts <= 100))),
  constraint quizzes_questions_check CHECK (((jsonb_typeof(questions) = 'array'::text) AND ((jsonb_array_length(questions) >= 1) AND (jsonb_array_length(questions) <= 200))))
);
comment on table quizzes is 'The questions of a module with their answer key, one document a module; attempts keep a paper of their own.';
comment on column quizzes.max_attempts is 'For one assignment of one version; null: no limit.';
CREATE TRIGGER touch BEFORE UPDATE ON public.quizzes FOR EACH ROW EXECUTE FUNCTION touch_row();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on quizzes to application;
