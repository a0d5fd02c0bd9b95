CREATE OR REPLACE FUNCTION public.mark_reminders_of_absences()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into reminder_changes (user_id) select distinct user_id from new_rows;
  return null;
end $function$;
