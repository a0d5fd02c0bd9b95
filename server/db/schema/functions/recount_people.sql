CREATE OR REPLACE FUNCTION public.recount_people()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  lock table users in share mode;
  delete from people_counts;
  insert into people_counts (organization_id, role, is_active, onboarding_completed, people)
  select organization_id, role, is_active, onboarding_completed, count(*) from users where erased_at is null
  group by 1, 2, 3, 4;
end $function$;

revoke execute on function recount_people() from application;
