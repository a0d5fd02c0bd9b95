CREATE OR REPLACE FUNCTION public.mark_changed_cvs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into figure_changes (user_id) select person_id from new_rows where person_id is not null;
  return null;
end $function$;
