CREATE OR REPLACE FUNCTION public.fold_people_counts()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  with old as (select id from people_counts for update skip locked),
  gone as (delete from people_counts c using old where c.id = old.id returning c.*)
  insert into people_counts (organization_id, role, is_active, onboarding_completed, people)
  select organization_id, role, is_active, onboarding_completed, sum(people) from gone
  group by 1, 2, 3, 4 having sum(people) <> 0;
end $function$;

revoke execute on function fold_people_counts() from application;
