-- Both dashboards: organizations with their departments, and the day it is there.
select o.id, o.name, today_in(o.time_zone) as today, coalesce(d.list, '[]') as departments from organizations o
    left join (
      select organization_id, json_agg(json_build_object('id', id, 'name', name)) as list from departments group by 1
    ) d on d.organization_id = o.id
    where true
    union all select null, '', today_in('UTC'), '[]'
