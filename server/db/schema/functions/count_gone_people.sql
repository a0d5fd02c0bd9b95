CREATE OR REPLACE FUNCTION public.count_gone_people()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into people_counts (organization_id, role, is_active, onboarding_completed, people)
  select organization_id, role, is_active, onboarding_completed, -count(*) from old_rows where erased_at is null
  group by 1, 2, 3, 4;
  return null;
end $function$;
