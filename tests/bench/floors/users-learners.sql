-- Users & Roles. One page of the people with the role $1: $2 is the length of the page.
with page as materialized (
  select u.id from users u
  where u.erased_at is null and u.role = $1
  order by lower(u.last_name), lower(u.first_name), u.id limit $2
)
