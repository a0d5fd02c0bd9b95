-- Users & Roles. What the list shows of the people of a `page`; stands behind one of the statements that find it.
select u.id, u.first_name as "firstName", u.last_name as "lastName", u.organization_id as "organizationId",
  o.name as "organizationName", u.email, u.role, u.department_id as "departmentId", d.name as "departmentName",
  u.manager_id as "managerId", nullif(btrim(concat_ws(' ', m.first_name, m.last_name)), '') as "managerName",
  u.job_title as "jobTitle", u.profile_image_url as "profileImageUrl", u.is_active as "isActive",
  case when (not u.onboarding_completed and (u.must_change_password
      or exists (select 1 from temporary_credentials c where c.user_id = u.id and c.ended_at is null))) then 'pending'
    when u.is_active then 'active' else 'inactive' end as "displayStatus",
  u.onboarded_at as "onboardedAt", u.onboarding_completed as "onboardingCompleted", u.created_at as "createdAt",
  u.updated_at as "updatedAt", u.must_change_password as "mustChangePassword", u.locked_at is not null as "isLocked",
  exists (select 1 from signing_closures s where s.user_id = u.id and s.opened_at is null and s.cause <> 'account_created') as "signingClosed",
  exists (select 1 from authenticators a where a.user_id = u.id and a.confirmed_at is not null)
    or exists (select 1 from passkeys k where k.user_id = u.id and k.revoked_at is null) as "twoFactorEnabled",
  u.pending_email as "pendingEmail", u.last_sign_in_at as "lastSignInAt", u.revision,
  c.credential_state as "credentialState", c.credential_at as "credentialAt", coalesce(g.grants, '[]') as grants, page.*
from page join users u on u.id = page.id
left join organizations o on o.id = u.organization_id
left join departments d on d.id = u.department_id
left join users m on m.id = u.manager_id
left join lateral (
  select
    case when t.ended_at is not null or t.used_at is not null then 'used'
      when t.expires_at <= app_now() then 'expired' else 'set' end as credential_state,
    case when t.ended_at is not null or t.used_at is not null then coalesce(t.used_at, t.ended_at)
      when t.expires_at <= app_now() then t.expires_at else t.issued_at end as credential_at
  from temporary_credentials t where t.user_id = u.id order by t.id desc limit 1
) c on true
left join lateral (
  select json_agg(json_build_object('id', ug.id, 'kind', ug.kind, 'organizationId', ug.organization_id,
    'organizationName', og.name, 'validFrom', to_char(ug.valid_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'validUntil', to_char(ug.valid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'revokedAt', null)
    order by ug.id) as grants
  from user_grants ug join organizations og on og.id = ug.organization_id
  where ug.user_id = u.id and ug.revoked_at is null and (ug.valid_until is null or ug.valid_until > app_now())
) g on true
order by lower(u.last_name), lower(u.first_name), u.id
