CREATE OR REPLACE FUNCTION public.check_new_managers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform refuse_manager_loop(array(select id from new_rows where manager_id is not null));
  return null;
end $function$;
