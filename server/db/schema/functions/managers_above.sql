CREATE OR REPLACE FUNCTION public.managers_above(organization integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT ROWS 100
AS $function$
  with recursive above (id) as (
    select distinct users.manager_id from users where users.organization_id = organization and users.manager_id is not null
    union
    select m.manager_id from above
    cross join lateral (select users.manager_id from users where users.id = above.id offset 0) m
    where m.manager_id is not null
  )
  select m.id from above cross join lateral (select users.id, users.role from users where users.id = above.id offset 0) m
  where m.role = 'manager'
$function$;

comment on function managers_above(integer) is 'Ids of the direct and indirect managers of the people of an organization, wherever they are.';
