CREATE OR REPLACE FUNCTION public.mark_changed_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into matrix_changes (matrix_id)
  select matrix_id from (select id, matrix_id, module_id, is_required from new_rows except select id, matrix_id, module_id, is_required from old_rows) d
  union
  select matrix_id from (select id, matrix_id, module_id, is_required from old_rows except select id, matrix_id, module_id, is_required from new_rows) d;
  return null;
end $function$;
