-- The completion report. Sums by organization.
with people as materialized (
select u.id, u.first_name, u.last_name, u.email, u.job_title, u.is_active, u.last_sign_in_at,
  u.organization_id, o.name as organization_name, d.name as department_name,
  coalesce(z.today, today_in('UTC')) as today
from users u
left join organizations o on o.id = u.organization_id
left join (select id, today_in(time_zone) as today from organizations) z on z.id = u.organization_id
left join departments d on d.id = u.department_id
where u.erased_at is null and true),
heads as (
  select organization_id, min(organization_name) as organization_name, count(*)::int as total_users,
    (count(*) filter (where is_active))::int as active_users
  from people group by organization_id
),
sums as (
  select p.organization_id,
    count(*)::int as total,
    (count(*) filter (where a.status = 'completed'))::int as completed,
    (count(*) filter (where (a.status in ('not_started', 'in_progress') and a.due_date < p.today)))::int as overdue,
    avg(extract(epoch from a.completed_at - a.assigned_date) / 86400) filter (where a.status = 'completed') as days
  from people p join training_assignments a on a.user_id = p.id and a.status <> 'voided'
  where p.is_active
  group by p.organization_id
)
select h.organization_id as "orgId", h.organization_name as "orgName", h.total_users as "totalUsers",
  h.active_users as "activeUsers", coalesce(s.completed, 0) as "completedAssignments",
  coalesce(s.total, 0) as "totalAssignments", coalesce(s.overdue, 0) as "overdueAssignments",
  round(s.days::numeric, 1) as "averageCompletionTime"
from heads h left join sums s on s.organization_id is not distinct from h.organization_id
order by h.organization_name nulls last
