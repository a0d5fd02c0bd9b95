-- My Training: the figures of one person. $1 the person.
select today_in(coalesce(o.time_zone, 'UTC')) as today, coalesce((
      select json_agg(json_build_object('status', a.status, 'dueDate', a.due_date))
      from training_assignments a where a.user_id = u.id and a.status <> 'voided'), '[]') as rows
    from users u left join organizations o on o.id = u.organization_id where u.id = $1
