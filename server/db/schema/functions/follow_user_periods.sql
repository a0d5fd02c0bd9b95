CREATE OR REPLACE FUNCTION public.follow_user_periods()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  moved text[];
begin
  moved := array(select id from (
    select id, organization_id, department_id, manager_id, job_title, role, is_active from new_rows
    except
    select id, organization_id, department_id, manager_id, job_title, role, is_active from old_rows) d);
  if cardinality(moved) = 0 then
    return null;
  end if;
  -- Several changes in one transaction happen at one instant: the period that it opened is corrected, not closed.
  update user_periods p
  set organization_id = n.organization_id, department_id = n.department_id, manager_id = n.manager_id,
      job_title = n.job_title, role = n.role, is_active = n.is_active
  from users n
  where n.id in (select unnest(moved)) and p.user_id = n.id and p.valid_to is null and p.valid_from >= app_now();
  update user_periods p set valid_to = app_now()
  where p.user_id in (select unnest(moved)) and p.valid_to is null and p.valid_from < app_now();
  insert into user_periods (user_id, organization_id, department_id, manager_id, job_title, role, is_active, valid_from)
  select n.id, n.organization_id, n.department_id, n.manager_id, n.job_title, n.role, n.is_active, app_now()
  from users n
  where n.id in (select unnest(moved))
    and not exists (select 1 from user_periods p where p.user_id = n.id and p.valid_to is null);
  return null;
end $function$;
