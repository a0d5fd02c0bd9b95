CREATE OR REPLACE FUNCTION public.mark_people_of_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into figure_changes (user_id, since)
  select distinct p.user_id, date '0001-01-01' from user_periods p
  where p.organization_id in (select id from (select id, time_zone from new_rows except select id, time_zone from old_rows) d);
  return null;
end $function$;
