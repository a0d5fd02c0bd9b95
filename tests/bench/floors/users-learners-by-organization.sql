-- Users & Roles. One page of the people with the role $1 in the order of organizations: $2 is the length of the page.
-- No index has that order, but for each organization there is one.
with page as materialized (
  select p.id from ((
    select g.* from (
      select s.key, s.tie, x.* from (select lower(name) as key, id as tie from organizations) s cross join lateral (
        select lower(u.last_name) as last_name, lower(u.first_name) as first_name, u.id
        from users u where u.erased_at is null and u.role = $1 and u.organization_id = s.tie
        order by u.organization_id, lower(u.last_name), lower(u.first_name), u.id limit $2
      ) x
    ) g order by g.key, g.tie, g.last_name, g.first_name, g.id limit $2
  ) union all (
    select null as key, null as tie, lower(u.last_name) as last_name, lower(u.first_name) as first_name, u.id
    from users u where u.erased_at is null and u.role = $1 and u.organization_id is null
    order by u.organization_id, lower(u.last_name), lower(u.first_name), u.id limit $2
  )) p
  order by p.key, p.tie, p.last_name, p.first_name, p.id limit $2
)
