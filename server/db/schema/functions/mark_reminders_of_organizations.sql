CREATE OR REPLACE FUNCTION public.mark_reminders_of_organizations()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into reminder_changes (user_id)
  select u.id from users u where u.organization_id in (select id from (
    select id, time_zone, is_active from new_rows except select id, time_zone, is_active from old_rows) d);
  return null;
end $function$;
