CREATE OR REPLACE FUNCTION public.mark_changed_reminders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into reminder_changes (user_id)
  select distinct user_id from (
    select id, user_id, due_date, assigned_date, assignment_type, no_longer_required_at is null from new_rows
    where status in ('not_started', 'in_progress')
    except
    select id, user_id, due_date, assigned_date, assignment_type, no_longer_required_at is null from old_rows
    where status in ('not_started', 'in_progress')) d;
  return null;
end $function$;
