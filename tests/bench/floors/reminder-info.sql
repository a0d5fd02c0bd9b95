-- The reminder dialog: whom a reminder of what is overdue is for, of everybody. $1 is the length, $2 where it begins.
with days as materialized (select id, today_in(time_zone) as today from organizations), stale as materialized (select user_id from figure_changes union
  select p.user_id from person_figures p left join days d on d.id = p.organization_id
  where p.next_change_on <= today_in('Etc/GMT-14') and p.next_change_on <= coalesce(d.today, today_in('UTC'))), people as materialized (
  select u.id, u.last_sign_in_at is null or u.must_change_password as invitation_open, u.first_name, u.last_name, u.email,
    o.name as organization_name, u.department_id
  from users u left join organizations o on o.id = u.organization_id
  where u.erased_at is null and u.is_active and o.is_active is not false
), figures as (
  select p.*, n.pending as pending_count, f.overdue as overdue_count,
    case when f.overdue > 0 then case when n.pending > 0 then 'mixed' else 'overdue' end
      when n.pending > 0 or not f.has_signed_in or f.expired > 0 then 'pending'
      else 'compliant' end as status
  from people p join (
    select user_id, has_signed_in, in_progress, not_started, overdue, expired
    from person_figures p where user_id in (select id from people) and not exists (select from stale s where s.user_id = p.user_id)
    union all
    select u.id, u.last_sign_in_at is not null, c.in_progress, c.not_started, c.overdue, c.expired
    from (select user_id from stale where user_id in (select id from people)) picked
    join users u on u.id = picked.user_id and u.erased_at is null
    left join days d on d.id = u.organization_id
    cross join lateral (select coalesce(d.today, today_in('UTC')) as today) t
    cross join lateral (
      select coalesce(sum(in_progress), 0)::int as in_progress, coalesce(sum(not_started), 0)::int as not_started,
        coalesce(sum(overdue), 0)::int as overdue, (count(*) filter (where expired))::int as expired
      from (
        select count(*) filter (where a.status = 'in_progress' and not a.due_date < t.today) as in_progress,
          count(*) filter (where a.status = 'not_started' and not a.due_date < t.today) as not_started,
          count(*) filter (where a.status in ('not_started', 'in_progress') and a.due_date < t.today) as overdue,
          bool_or(a.status = 'completed')
            and not bool_or(a.status = 'completed' and (a.next_renewal_date is null or a.next_renewal_date >= t.today)) as expired
        from training_assignments a where a.user_id = u.id and a.status <> 'voided' group by a.module_id
      ) modules
    ) c
  ) f on f.user_id = p.id
  cross join lateral (select f.in_progress + f.not_started as pending) n
), matches as (
  select f.* from figures f where f.status in ('overdue', 'mixed')
), page as (
  select * from matches order by lower(last_name), lower(first_name), id limit $1 offset $2
)
select t.total, case when p.id is not null then json_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name,
  'email', p.email, 'organizationName', p.organization_name, 'departmentName', d.name, 'status', p.status,
  'pendingCount', p.pending_count, 'overdueCount', p.overdue_count, 'invitationOpen', p.invitation_open,
  'lastReminder', l.reminder) end as person
from (select count(*)::int as total from matches) t
left join page p on true
left join departments d on d.id = p.department_id
left join lateral (
  select json_build_object('type', r.type, 'sentAt', to_char(r.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'byName', nullif(btrim(concat_ws(' ', s.first_name, s.last_name)), '')) as reminder
  from manual_reminders r join users s on s.id = r.sent_by
  where r.user_id = p.id order by r.sent_at desc, r.id desc limit 1
) l on true
order by lower(p.last_name), lower(p.first_name), p.id
