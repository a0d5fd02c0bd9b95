CREATE OR REPLACE FUNCTION public.mark_gone_matrices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_table_name = 'training_matrices' then
    insert into matrix_changes (matrix_id) select id from old_rows;
  else
    insert into matrix_changes (matrix_id) select distinct matrix_id from old_rows;
  end if;
  return null;
end $function$;
