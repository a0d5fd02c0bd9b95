CREATE OR REPLACE FUNCTION public.mark_reminded_people()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  moved text[];
begin
  moved := array(select id from (
    select id, organization_id, manager_id, is_active, erased_at is null from new_rows
    except select id, organization_id, manager_id, is_active, erased_at is null from old_rows) d);
  if cardinality(moved) = 0 then
    return null;
  end if;
  insert into reminder_changes (user_id)
  select unnest(moved) union select id from users where manager_id = any (moved);
  return null;
end $function$;
