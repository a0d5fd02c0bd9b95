CREATE OR REPLACE FUNCTION public.reports_of(manager text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET work_mem TO '1MB'
AS $function$
  with recursive below (id) as (
    select users.id from users where users.manager_id = manager
    union
    select report.id from below
    cross join lateral (select users.id from users where users.manager_id = below.id offset 0) report
  )
  select below.id from below where below.id <> manager
$function$;

comment on function reports_of(text) is 'Ids of the direct and indirect reports of a person.';
