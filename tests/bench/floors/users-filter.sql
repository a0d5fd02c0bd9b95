-- Users & Roles. One page of the inactive people of the organization $1: $2 is the length of the page.
with page as materialized (
  select u.id from users u
  where u.erased_at is null and u.organization_id = $1 and (not u.is_active and not (not u.onboarding_completed and (u.must_change_password
      or exists (select 1 from temporary_credentials c where c.user_id = u.id and c.ended_at is null))))
  order by lower(u.last_name), lower(u.first_name), u.id limit $2
)
