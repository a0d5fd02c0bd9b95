CREATE OR REPLACE FUNCTION public.keep_quiz_attempt()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' or old.handed_in_at is not null or new.paper is distinct from old.paper
    or (new.assignment_id, new.user_id, new.module_version_id, new.number, new.passing_score, new.started_at)
      is distinct from (old.assignment_id, old.user_id, old.module_version_id, old.number, old.passing_score, old.started_at) then
    raise exception 'an attempt at a quiz is not changed afterwards' using errcode = 'TT003';
  end if;
  return new;
end $function$;
