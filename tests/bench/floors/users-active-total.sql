-- Users & Roles. How many people have an active account, those who are pending apart.
select (select coalesce(sum(people), 0)::int from people_counts where is_active)
    - (select count(*)::int from users u where u.erased_at is null and u.is_active and not u.onboarding_completed and (u.must_change_password
      or exists (select 1 from temporary_credentials c where c.user_id = u.id and c.ended_at is null))) as total

