-- The floor of a completion, first: what decides and what is signed, of one assignment under its lock. $1 is the assignment, $2 the person.
select a.id, a.status, a.cycle, t.id as module_id, t.title, t.reference, t.completion_policy, v.id as version_id, v.number, v.content_hash,
  u.first_name, u.last_name, o.id as organization_id, coalesce(o.time_zone, 'UTC') as time_zone, s.declared_progress,
  date_trunc('milliseconds', now()) as now, nextval(pg_get_serial_sequence('training_records', 'id'))::int as record_id
from training_assignments a
join users u on u.id = a.user_id
join training_modules t on t.id = a.module_id
join module_versions v on v.id = a.module_version_id
left join organizations o on o.id = u.organization_id
left join viewer_sessions s on s.assignment_id = a.id
where a.id = $1 and a.user_id = $2 for update of a
