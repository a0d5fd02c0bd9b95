CREATE OR REPLACE FUNCTION public.mark_changed_assignments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into figure_changes (user_id)
  select user_id from (
    select id, user_id, module_id, matrix_id, cycle, status, due_date, next_renewal_date, assigned_date, started_at, completed_at, is_required from new_rows
    except select id, user_id, module_id, matrix_id, cycle, status, due_date, next_renewal_date, assigned_date, started_at, completed_at, is_required from old_rows) d
  union
  select user_id from (
    select id, user_id, module_id, matrix_id, cycle, status, due_date, next_renewal_date, assigned_date, started_at, completed_at, is_required from old_rows
    except select id, user_id, module_id, matrix_id, cycle, status, due_date, next_renewal_date, assigned_date, started_at, completed_at, is_required from new_rows) d;
  return null;
end $function$;
