CREATE OR REPLACE FUNCTION public.mark_matrices_of_modules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into matrix_changes (matrix_id)
  select distinct e.matrix_id from training_matrix e where e.module_id in (
    select id from (
      select id, is_active, retired_at is null, organization_id from new_rows
      except select id, is_active, retired_at is null, organization_id from old_rows) d);
  return null;
end $function$;
