CREATE OR REPLACE FUNCTION public.mark_expiry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into expiry_changes default values;
  return null;
end $function$;
