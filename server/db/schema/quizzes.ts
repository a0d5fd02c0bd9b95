/**
 * VIEW-06, MOD-11: what was handed in stays as it was, and an attempt stays with its paper and the version that it was begun
 * on; not even the owner of the table changes either. `verify` compares the function with this text.
 */
export const keepAttemptSql = `
create or replace function keep_quiz_attempt() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' or old.handed_in_at is not null or new.paper is distinct from old.paper
    or (new.assignment_id, new.user_id, new.module_version_id, new.number, new.passing_score, new.started_at)
      is distinct from (old.assignment_id, old.user_id, old.module_version_id, old.number, old.passing_score, old.started_at) then
    raise exception 'an attempt at a quiz is not changed afterwards' using errcode = 'TT003';
  end if;
  return new;
end $$;
`;

/** The function above with its trigger. */
export const quizTriggersSql = `
${keepAttemptSql}
create trigger keep_attempt before update or delete on quiz_attempts for each row execute function keep_quiz_attempt();
`;
