-- PERF-03: the list of all trainings by their completion, the latest first, reads its page along an index.
drop index training_assignments_completed_index;
create index training_assignments_completed_index on training_assignments (completed_at desc nulls last, id)
  where status <> 'voided';
