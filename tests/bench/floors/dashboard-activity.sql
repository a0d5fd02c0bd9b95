-- Training Dashboard: the ten things that happened last, in turns of six of each kind. Six of each are enough for ten.
with uploads as (
  select 'upload' as type, v.id as key, v.published_at as at, null::text as first_name, null::text as last_name, m.title
  from module_versions v join training_modules m on m.id = v.module_id and m.content_type <> 'placeholder'
  where v.published_at is not null order by v.published_at desc, v.id desc limit 6
), completions as (
  select 'completion' as type, a.id as key, a.completed_at as at, u.first_name, u.last_name, m.title
  from training_assignments a join users u on u.id = a.user_id and u.is_active join training_modules m on m.id = a.module_id
  where a.status = 'completed' and a.completed_at is not null order by a.completed_at desc limit 6
), late as (
  select 'overdue' as type, a.id as key, (a.due_date + 1)::timestamp at time zone coalesce(o.time_zone, 'UTC') as at,
    u.first_name, u.last_name, m.title
  from training_assignments a join users u on u.id = a.user_id and u.is_active
  left join organizations o on o.id = u.organization_id join training_modules m on m.id = a.module_id
  where a.status in ('not_started', 'in_progress') and a.due_date < today_in('Etc/GMT-14')
    and a.due_date < today_in(coalesce(o.time_zone, 'UTC'))
  order by a.due_date desc, a.user_id desc limit 6
)
select type, at as timestamp, first_name, last_name, title
from (select * from uploads union all select * from completions union all select * from late) a
order by (row_number() over (partition by type order by at desc, key) - 1) / 6, at desc, type, key limit 10
