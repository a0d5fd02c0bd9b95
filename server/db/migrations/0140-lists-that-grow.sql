-- PERF-03: the list of assignments of everybody is read along its order, however many there are.

create index training_assignments_list_index on training_assignments (due_date, id) where status <> 'voided';
