-- The floor of a matrix that gains a module: a plain INSERT … SELECT of the assignments of everybody in its department, with all foreign
-- keys, checks and indexes; the product's own triggers are off. $1 is the matrix, $2 the module, $3 who assigns.
insert into training_assignments (user_id, module_id, module_version_id, assigned_by, assigned_by_user_id, due_date,
  assignment_type, matrix_id, is_onboarding_required, is_required, cycle)
select u.id, m.id, m.current_version_id, x.name, $3, current_date + 30, 'matrix', x.id, false, true, 1
from training_matrices x
join users u on u.department_id = x.department_id and u.is_active
join training_modules m on m.id = $2
where x.id = $1
order by u.id
