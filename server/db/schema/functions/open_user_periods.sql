CREATE OR REPLACE FUNCTION public.open_user_periods()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into user_periods (user_id, organization_id, department_id, manager_id, job_title, role, is_active, valid_from)
  select id, organization_id, department_id, manager_id, job_title, role, is_active, app_now() from new_rows;
  return null;
end $function$;
