-- The matrices that held the module $2 and the person $1 at the end of the day $3, and since when: the answer says them.
select x.id, x.name, greatest(e.created_at, x.created_at, k.added_at) as since
from user_periods n
join organizations o on o.id = n.organization_id
cross join lateral (select ($3::date + 1)::timestamp at time zone o.time_zone as until) d
join training_matrix e on e.module_id = $2::int and e.is_required and e.created_at < d.until
join training_matrices x on x.id = e.matrix_id and x.archived_at is null
left join matrix_members k on k.matrix_id = x.id and k.user_id = n.user_id and k.added_at < d.until
  and (k.removed_at is null or k.removed_at >= d.until)
where n.user_id = $1 and n.valid_from < d.until and (n.valid_to is null or n.valid_to >= d.until)
  and (k.user_id is not null or ((x.organization_id is not null or x.job_title is not null)
    and (x.organization_id is null or x.organization_id = n.organization_id)
    and (x.department_id is null or x.department_id = n.department_id) and (x.job_title is null or x.job_title = n.job_title)))
order by x.name
