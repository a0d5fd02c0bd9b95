-- Users & Roles. How many people of the organization $1 are inactive.
select count(*)::int as total from users u where u.erased_at is null and u.organization_id = $1 and (not u.is_active and not (not u.onboarding_completed and (u.must_change_password
      or exists (select 1 from temporary_credentials c where c.user_id = u.id and c.ended_at is null))))
