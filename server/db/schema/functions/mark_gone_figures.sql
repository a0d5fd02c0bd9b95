CREATE OR REPLACE FUNCTION public.mark_gone_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_table_name = 'users' then
    insert into figure_changes (user_id) select id from old_rows;
  else
    insert into figure_changes (user_id) select distinct user_id from old_rows;
  end if;
  return null;
end $function$;
