CREATE OR REPLACE FUNCTION public.mark_past_assignments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into figure_changes (user_id, since)
  select user_id, min(assigned_date)::date from new_rows where assigned_date < app_now() - interval '15 minutes' group by user_id;
  return null;
end $function$;
