-- Compliance dashboard: who is most overdue. $1 and $2 how many, $3 from where.
with days as materialized (select id, today_in(time_zone) as today from organizations), stale as materialized (select user_id from figure_changes union 
  select p.user_id from person_figures p left join days d on d.id = p.organization_id
  where p.next_change_on <= today_in('Etc/GMT-14') and p.next_change_on <= coalesce(d.today, today_in('UTC'))), page as (select * from (
    select * from (
      select user_id, organization_id, department_id, role, is_active, has_signed_in, total, completed, in_progress, not_started,
   overdue, expired, completion_seconds, last_change, next_change_on from person_figures p where (true and true) and (is_active and overdue > 0) order by p.overdue desc, p.user_id limit $1 + (select count(*) from stale)
    ) p where not exists (select from stale s where s.user_id = p.user_id)
    union all
    select user_id, organization_id, department_id, role, is_active, has_signed_in, total, completed, in_progress, not_started,
   overdue, expired, completion_seconds, last_change, next_change_on from (
    select u.id as user_id, u.organization_id, u.department_id, u.role, u.is_active,
      u.last_sign_in_at is not null as has_signed_in, coalesce(c.total, 0)::int as total,
      coalesce(c.completed, 0)::int as completed, coalesce(c.in_progress, 0)::int as in_progress,
      coalesce(c.not_started, 0)::int as not_started, coalesce(c.overdue, 0)::int as overdue,
      coalesce(c.expired, 0)::int as expired, coalesce(c.completion_seconds, 0) as completion_seconds, c.last_change,
      c.next_change_on
    from (select user_id from stale) picked join users u on u.id = picked.user_id and u.erased_at is null
    left join days d on d.id = u.organization_id
    cross join lateral (select coalesce(d.today, today_in('UTC')) as today) t
    cross join lateral (
      select sum(total) as total, sum(completed) as completed, sum(in_progress) as in_progress,
        sum(not_started) as not_started, sum(overdue) as overdue, count(*) filter (where expired) as expired,
        sum(completion_seconds) as completion_seconds, max(last_change) as last_change,
        min(next_change_on) as next_change_on
      from (
        select count(*) as total, count(*) filter (where a.status = 'completed') as completed,
          count(*) filter (where a.status = 'in_progress' and not coalesce((a.status in ('not_started', 'in_progress') and a.due_date < t.today), false)) as in_progress,
          count(*) filter (where a.status = 'not_started' and not coalesce((a.status in ('not_started', 'in_progress') and a.due_date < t.today), false)) as not_started,
          count(*) filter (where coalesce((a.status in ('not_started', 'in_progress') and a.due_date < t.today), false)) as overdue,
          bool_or(a.status = 'completed') and not bool_or(a.status = 'completed' and (a.next_renewal_date is null or a.next_renewal_date >= t.today)) as expired,
          sum(extract(epoch from a.completed_at - a.assigned_date)) filter (where a.status = 'completed') as completion_seconds,
          max(coalesce(a.completed_at, a.started_at)) as last_change,
          least(min(a.due_date + 1) filter (where a.status in ('not_started', 'in_progress') and a.due_date >= t.today),
            min(a.next_renewal_date + 1) filter (where a.status = 'completed' and a.next_renewal_date >= t.today)) as next_change_on
        from training_assignments a where a.user_id = u.id and a.status <> 'voided' group by a.module_id
      ) modules
    ) c) f where (true and true) and (is_active and overdue > 0)) f order by overdue desc, user_id limit $2 offset $3)
    select u.id, u.first_name, u.last_name, u.email, o.name as organization, d.name as department, u.role, u.is_active,
      p.has_signed_in, p.total, p.completed, p.in_progress, p.not_started, p.overdue, p.expired,
      greatest(u.last_sign_in_at, p.last_change) as last_activity
    from page p join users u on u.id = p.user_id
    left join organizations o on o.id = u.organization_id left join departments d on d.id = u.department_id
    order by p.overdue desc, p.user_id
