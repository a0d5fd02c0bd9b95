-- Users & Roles. One page of everybody: $1 is the length of the page.
with page as materialized (
  select u.id from users u
  where u.erased_at is null
  order by lower(u.last_name), lower(u.first_name), u.id limit $1
)
