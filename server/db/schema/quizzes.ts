/**
 * VIEW-06: what was handed in stays as it was, and a paper stays as it was handed out; not even the owner of the table changes
 * either. `verify` compares the function with this text.
 */
export const quizTriggersSql = `
create function keep_quiz_attempt() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' or old.handed_in_at is not null or new.paper is distinct from old.paper
    or (new.assignment_id, new.user_id, new.number, new.started_at)
      is distinct from (old.assignment_id, old.user_id, old.number, old.started_at) then
    raise exception 'an attempt at a quiz is not changed afterwards' using errcode = 'TT003';
  end if;
  return new;
end $$;
create trigger keep_attempt before update or delete on quiz_attempts for each row execute function keep_quiz_attempt();
`;
