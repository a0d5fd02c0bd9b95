CREATE OR REPLACE FUNCTION public.mark_new_reminders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into reminder_changes (user_id) select distinct user_id from new_rows where status in ('not_started', 'in_progress');
  return null;
end $function$;
