-- The floor of assigning: a plain INSERT … SELECT of the same rows, with all foreign keys, checks and indexes; the product's own
-- triggers are off. $1 is the matrix, $2 the people, $3 who assigns.
insert into training_assignments (user_id, module_id, module_version_id, assigned_by, assigned_by_user_id, due_date,
  assignment_type, matrix_id, renewal_frequency, is_onboarding_required, is_required, cycle)
select u.id, e.module_id, m.current_version_id, x.name, $3, current_date + e.days_to_due, 'matrix', x.id, e.renewal_period,
  false, e.is_required, 1
from users u
cross join training_matrix e
join training_matrices x on x.id = e.matrix_id
join training_modules m on m.id = e.module_id
where e.matrix_id = $1 and u.id = any($2::text[])
order by u.id, e.module_id
