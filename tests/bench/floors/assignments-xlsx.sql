-- The floor of an XLSX of assignments: its eight columns in its order, with the status as it is stored.
select o.name, u.last_name, u.first_name, u.email, coalesce(r.module_title, m.title), coalesce(r.version_number, v.number),
  a.status, a.due_date
from training_assignments a
join users u on u.id = a.user_id
join training_modules m on m.id = a.module_id
left join organizations o on o.id = u.organization_id
left join module_versions v on v.id = a.module_version_id
left join training_records r on r.assignment_id = a.id
where a.status <> 'voided' and u.erased_at is null
order by o.name nulls last, lower(u.last_name), lower(u.first_name), u.id, a.due_date nulls last, a.id
