-- Users & Roles. What the table shows of the people of a `page`; stands behind one of the statements that find it, and before the order.
select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.role, o.name as "organizationName",
  d.name as "departmentName", u.profile_image_url as "profileImageUrl",
  case when not u.onboarding_completed and (u.must_change_password
      or exists (select 1 from temporary_credentials c where c.user_id = u.id and c.ended_at is null)) then 'pending'
    when u.is_active then 'active' else 'inactive' end as "displayStatus",
  u.locked_at is not null as "isLocked",
  exists (select 1 from signing_closures s where s.user_id = u.id and s.opened_at is null and s.cause <> 'account_created') as "signingClosed",
  coalesce(c.state, 'none') as "credentialState", c.at as "credentialAt", page.*
from page join users u on u.id = page.id
left join organizations o on o.id = u.organization_id
left join departments d on d.id = u.department_id
left join lateral (
  select
    case when t.ended_at is not null or t.used_at is not null then 'used'
      when t.expires_at <= app_now() then 'expired' else 'set' end as state,
    case when t.ended_at is not null or t.used_at is not null then coalesce(t.used_at, t.ended_at)
      when t.expires_at <= app_now() then t.expires_at else t.issued_at end as at
  from temporary_credentials t where t.user_id = u.id order by t.id desc limit 1
) c on true
