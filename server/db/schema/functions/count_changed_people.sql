CREATE OR REPLACE FUNCTION public.count_changed_people()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  written integer;
begin
  insert into people_counts (organization_id, role, is_active, onboarding_completed, people)
  select organization_id, role, is_active, onboarding_completed, sum(n) from (
    select organization_id, role, is_active, onboarding_completed, 1 as n from new_rows where erased_at is null
    union all
    select organization_id, role, is_active, onboarding_completed, -1 from old_rows where erased_at is null) d
  group by 1, 2, 3, 4 having sum(n) <> 0;
  get diagnostics written = row_count;
  perform fold_people_counts() from people_counts_id_seq where last_value % 250 < written;
  return null;
end $function$;
