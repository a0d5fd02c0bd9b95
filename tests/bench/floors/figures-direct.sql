-- The same sums counted over all assignments.
with modules as (
  select a.user_id, count(*) as total, count(*) filter (where a.status = 'completed') as completed,
    count(*) filter (where a.status in ('not_started', 'in_progress') and a.due_date < t.today) as overdue,
    bool_or(a.status = 'completed') and not bool_or(
      a.status = 'completed' and (a.next_renewal_date is null or a.next_renewal_date >= t.today)) as expired
  from training_assignments a join users u on u.id = a.user_id and u.erased_at is null
  left join (select id, today_in(time_zone) as today from organizations) d on d.id = u.organization_id
  cross join lateral (select coalesce(d.today, today_in('UTC')) as today) t
  where a.status <> 'voided' group by a.user_id, a.module_id
), people as (
  select user_id, sum(total) as total, sum(completed) as completed, sum(overdue) as overdue, count(*) filter (where expired) as expired
  from modules group by user_id
)
select u.organization_id, u.department_id, u.role, count(*) as people, count(*) filter (where u.is_active) as active,
  count(*) filter (where u.is_active and coalesce(p.overdue, 0) = 0 and coalesce(p.expired, 0) = 0) as compliant,
  count(*) filter (where u.is_active and p.overdue > 0) as overdue_people,
  count(*) filter (where u.is_active and coalesce(p.overdue, 0) = 0
    and (coalesce(p.total - p.completed, 0) > 0 or u.last_sign_in_at is null)) as pending_people,
  sum(p.total) filter (where u.is_active) as total, sum(p.completed) filter (where u.is_active) as completed,
  sum(p.overdue) filter (where u.is_active) as overdue
from users u left join people p on p.user_id = u.id where u.erased_at is null group by 1, 2, 3
