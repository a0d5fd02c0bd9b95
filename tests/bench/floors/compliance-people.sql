-- Compliance dashboard: the $1 people with the most that is late.
select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, o.name as organization, d.name as department,
  u.role, u.is_active as "isActive", f.has_signed_in as "hasSignedIn", f.overdue as "overdueCount", f.expired as "expiredCount",
  f.in_progress + f.not_started as "pendingCount", greatest(u.last_sign_in_at, f.last_change) as "lastActivity"
from (
  select * from person_figures where is_active and required_late > 0 order by required_late desc, user_id limit $1
) f
join users u on u.id = f.user_id
left join organizations o on o.id = u.organization_id left join departments d on d.id = u.department_id
order by f.required_late desc, f.user_id
