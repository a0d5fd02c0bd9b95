-- The completion report. One page of people with counts and assignments: $1 is the length, $2 where it begins.
with people as (
select u.id, u.first_name, u.last_name, u.email, u.job_title, u.is_active, u.last_sign_in_at,
  u.organization_id, o.name as organization_name, d.name as department_name,
  coalesce(z.today, today_in('UTC')) as today
from users u
left join organizations o on o.id = u.organization_id
left join (select id, today_in(time_zone) as today from organizations) z on z.id = u.organization_id
left join departments d on d.id = u.department_id
where u.erased_at is null and true),
page as (
  select p.* from people p
  order by lower(p.last_name) asc nulls last, lower(p.first_name) asc nulls last, p.id limit $1 offset $2
)
select p.id as "userId", p.first_name as "firstName", p.last_name as "lastName", p.email,
  p.job_title as "jobTitle", p.department_name as "departmentName", p.organization_name as "organizationName",
  p.is_active as "isActive", greatest(p.last_sign_in_at, c.last_change) as "lastActivity",
  c.completed as "completedAssignments", c.in_progress as "inProgressAssignments",
  c.overdue as "overdueAssignments", c.total as "totalAssignments", coalesce(l.list, '[]') as assignments
from page p
left join lateral (
  select
  count(*)::int as total,
  (count(*) filter (where a.status = 'completed'))::int as completed,
  (count(*) filter (where a.status = 'in_progress' and not coalesce((a.status in ('not_started', 'in_progress') and a.due_date < p.today), false)))::int as in_progress,
  (count(*) filter (where (a.status in ('not_started', 'in_progress') and a.due_date < p.today)))::int as overdue,
  max(coalesce(a.completed_at, a.started_at)) as last_change from training_assignments a where a.user_id = p.id and a.status <> 'voided'
) c on true
left join lateral (
  select json_agg(json_build_object(
    'id', a.id, 'moduleId', a.module_id, 'moduleTitle', coalesce(r.module_title, m.title),
    'status', case when (a.status in ('not_started', 'in_progress') and a.due_date < p.today) then 'overdue' else a.status end,
    'assignedDate', to_char(a.assigned_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'dueDate', a.due_date,
    'completedDate', to_char(a.completed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'score', a.score, 'recordId', r.id) order by a.due_date nulls last, a.id) as list
  from training_assignments a
  join training_modules m on m.id = a.module_id
  left join training_records r on r.assignment_id = a.id
  where a.user_id = p.id and a.status <> 'voided'
) l on true
order by lower(p.last_name) asc nulls last, lower(p.first_name) asc nulls last, p.id
