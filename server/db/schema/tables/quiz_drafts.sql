create table quiz_drafts (
  attempt_id integer not null,
  answers jsonb not null,
  saved_at timestamp with time zone default app_now() not null,
  constraint quiz_drafts_pkey PRIMARY KEY (attempt_id),
  constraint quiz_drafts_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES quiz_attempts(id)
);
comment on table quiz_drafts is 'Answers to an open attempt; gone once it is handed in.';
grant delete, insert, select, update on quiz_drafts to application;
