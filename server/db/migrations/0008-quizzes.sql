-- VIEW-06: quizzes, attempts, drafts.

-- Quizzes of modules, the attempts at them, and answers that wait to be handed in (VIEW-06).
create table quizzes (
  module_id integer primary key references training_modules on delete cascade,
  questions jsonb not null check (jsonb_typeof(questions) = 'array' and jsonb_array_length(questions) between 1 and 200),
  question_count integer generated always as (jsonb_array_length(questions)) stored,
  shuffle_questions boolean not null,
  shuffle_options boolean not null,
  max_attempts integer check (max_attempts between 1 and 100),
  cool_down_minutes integer not null check (cool_down_minutes between 0 and 43200),
  feedback text not null check (feedback in ('full', 'score')),
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
comment on table quizzes is 'The questions of a module with their answer key, one document a module; attempts keep a paper of their own.';
comment on column quizzes.max_attempts is 'For one assignment of one version; null: no limit.';
create trigger touch before update on quizzes for each row execute function touch_row();

create table quiz_attempts (
  id integer generated always as identity primary key,
  assignment_id integer not null references training_assignments,
  user_id text not null references users,
  module_version_id integer not null references module_versions,
  number integer not null check (number >= 1),
  paper jsonb not null check (jsonb_typeof(paper) = 'array'),
  passing_score numeric(5, 2) check (passing_score between 0 and 100),
  answers jsonb,
  grade jsonb,
  score numeric(5, 2) check (score between 0 and 100),
  passed boolean,
  started_at timestamptz not null default app_now(),
  handed_in_at timestamptz,
  unique (assignment_id, number),
  check (handed_in_at is null and answers is null and grade is null and score is null and passed is null
    or handed_in_at is not null and answers is not null and grade is not null and score is not null and passed is not null)
);
comment on column quiz_attempts.paper is 'The whole questions in the order of this person, with their key, as they were at the beginning.';
comment on column quiz_attempts.passing_score is 'Percent, as it was at the beginning.';
create unique index quiz_attempts_open_key on quiz_attempts (assignment_id) where handed_in_at is null;
create index quiz_attempts_user_index on quiz_attempts (user_id);
create index quiz_attempts_version_index on quiz_attempts (module_version_id);

create table quiz_drafts (
  attempt_id integer primary key references quiz_attempts,
  answers jsonb not null,
  saved_at timestamptz not null default app_now()
);
comment on table quiz_drafts is 'Answers to an open attempt; gone once it is handed in.';

-- VIEW-06, MOD-11: what was handed in stays as it was, and an attempt stays with its paper and the version that it was
-- begun on; not even the owner of the table changes either. `verify` compares the function with this text.
create or replace function keep_quiz_attempt() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' or old.handed_in_at is not null or new.paper is distinct from old.paper
    or (new.assignment_id, new.user_id, new.module_version_id, new.number, new.passing_score, new.started_at)
      is distinct from (old.assignment_id, old.user_id, old.module_version_id, old.number, old.passing_score, old.started_at) then
    raise exception 'an attempt at a quiz is not changed afterwards' using errcode = 'TT003';
  end if;
  return new;
end $$;

create trigger keep_attempt before update or delete on quiz_attempts for each row execute function keep_quiz_attempt();

--! attach audit
