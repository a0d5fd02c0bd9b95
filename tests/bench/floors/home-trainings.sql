-- My Training: the rows of one person as they are shown, without any look at their evidence. $1 the person, $2 the zone.
select a.id, a.module_id as "moduleId", t.title, t.reference, t.content_type as "contentType", t.duration, a.status, a.progress,
  a.score, a.due_date as "dueDate", a.assigned_date as "assignedDate", a.started_at as "startedAt",
  a.completed_at as "completedAt", a.next_renewal_date as "nextRenewalDate", a.cycle, r.time_zone as "completedTimeZone",
  r.kind as "completionKind", r.version_number as "versionCompleted", ev.number as "effectiveVersion",
  c.number as "certificateNumber", today_in($2) as today
from training_assignments a
join training_modules t on t.id = a.module_id
left join module_versions ev on ev.id = t.current_version_id
left join training_records r on r.assignment_id = a.id
left join certificates c on c.training_record_id = r.id
where a.user_id = $1 and a.status <> 'voided'
order by a.completed_at nulls first, a.due_date, a.id
limit 1000
