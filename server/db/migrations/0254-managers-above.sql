-- AUTH-17, PERF-03: `strict` keeps the planner from putting the statement into those that ask, where it expects a hundred times the people.
create function managers_above(organization integer) returns setof text
language sql stable strict parallel safe rows 100 as $$
  with recursive above (id) as (
    select distinct users.manager_id from users where users.organization_id = organization and users.manager_id is not null
    union
    select m.manager_id from above
    cross join lateral (select users.manager_id from users where users.id = above.id offset 0) m
    where m.manager_id is not null
  )
  select m.id from above cross join lateral (select users.id, users.role from users where users.id = above.id offset 0) m
  where m.role = 'manager'
$$;
comment on function managers_above(integer) is 'Ids of the direct and indirect managers of the people of an organization, wherever they are.';
