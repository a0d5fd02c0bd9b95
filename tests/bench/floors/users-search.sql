-- Users & Roles. One page of those whose name or email has the pattern $1, and how many they are: $2 is the length of
-- the page.
with matches as materialized (
  select u.id, lower(u.last_name) as last_name, lower(u.first_name) as first_name from users u
  where u.erased_at is null and lower(coalesce(u.first_name || ' ', '') || coalesce(u.last_name, '') || chr(10) || u.email) like lower($1)
), page as materialized (
  select id, (select count(*)::int from matches) as total from matches order by last_name, first_name, id limit $2
)
