CREATE OR REPLACE FUNCTION public.mark_changed_people()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into figure_changes (user_id)
  select id from (
    select id, organization_id, department_id, job_title, role, is_active, last_sign_in_at is null, must_change_password, erased_at is null from new_rows
    except select id, organization_id, department_id, job_title, role, is_active, last_sign_in_at is null, must_change_password, erased_at is null from old_rows) d;
  return null;
end $function$;
