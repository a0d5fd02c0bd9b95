CREATE OR REPLACE FUNCTION public.mark_changed_matrices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into matrix_changes (matrix_id)
  select id from (
    select id, organization_id, department_id, job_title, archived_at is null from new_rows
    except select id, organization_id, department_id, job_title, archived_at is null from old_rows) d;
  return null;
end $function$;
