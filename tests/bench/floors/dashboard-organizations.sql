-- Training Dashboard: sums by organization and department.
with days as materialized (select id, today_in(time_zone) as today from organizations), stale as materialized (select user_id from figure_changes union 
  select p.user_id from person_figures p left join days d on d.id = p.organization_id
  where p.next_change_on <= today_in('Etc/GMT-14') and p.next_change_on <= coalesce(d.today, today_in('UTC'))), parts as (
  select organization_id, department_id, role, people, active, compliant, overdue_people, pending_people, total, completed, overdue, completion_seconds from group_figures where (true and true)
  union all
  select organization_id, department_id, role, -1 * sum(1) as people, -1 * sum(is_active::int) as active, -1 * sum((is_active and overdue = 0 and expired = 0)::int) as compliant, -1 * sum((is_active and overdue > 0)::int) as overdue_people, -1 * sum((is_active and overdue = 0 and (in_progress + not_started > 0 or not has_signed_in))::int) as pending_people, -1 * sum(is_active::int * total) as total, -1 * sum(is_active::int * completed) as completed, -1 * sum(is_active::int * overdue) as overdue, -1 * sum(is_active::int * completion_seconds) as completion_seconds from (select p.* from stale join person_figures p using (user_id) where (true and true)) f group by organization_id, department_id, role
  union all
  select organization_id, department_id, role, 1 * sum(1) as people, 1 * sum(is_active::int) as active, 1 * sum((is_active and overdue = 0 and expired = 0)::int) as compliant, 1 * sum((is_active and overdue > 0)::int) as overdue_people, 1 * sum((is_active and overdue = 0 and (in_progress + not_started > 0 or not has_signed_in))::int) as pending_people, 1 * sum(is_active::int * total) as total, 1 * sum(is_active::int * completed) as completed, 1 * sum(is_active::int * overdue) as overdue, 1 * sum(is_active::int * completion_seconds) as completion_seconds from (select * from (
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
    ) c) f where (true and true)) f group by organization_id, department_id, role)
    select organization_id, department_id, null as role, sum(people)::bigint as people, sum(active)::bigint as active, sum(compliant)::bigint as compliant, sum(overdue_people)::bigint as overdue_people, sum(pending_people)::bigint as pending_people, sum(total)::bigint as total, sum(completed)::bigint as completed, sum(overdue)::bigint as overdue, sum(completion_seconds)::float8 as completion_seconds from parts group by organization_id, department_id having sum(people) > 0
