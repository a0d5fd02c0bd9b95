CREATE OR REPLACE FUNCTION public.refuse_manager_loop(changed text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  looping text;
begin
  if cardinality(changed) = 0 then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('users.manager_id'));
  with recursive chain (start_id, at_id) as (
    select id, manager_id from users where id = any (changed)
    union
    select chain.start_id, users.manager_id
    from chain join users on users.id = chain.at_id
    where users.manager_id is not null and chain.at_id <> chain.start_id
  )
  select start_id into looping from chain where at_id = start_id limit 1;
  if looping is not null then
    raise exception 'the managers of % would form a loop', looping using errcode = 'TT010', column = 'manager_id', table = 'users';
  end if;
end $function$;
