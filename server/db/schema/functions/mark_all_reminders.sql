CREATE OR REPLACE FUNCTION public.mark_all_reminders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into reminder_changes (user_id) select id from users where erased_at is null order by id;
  return null;
end $function$;
