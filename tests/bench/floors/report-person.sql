-- Completion report: the trainings of the person $1, each with its record and the signature under it, which are what is checked.
select a.id, a.module_id as "moduleId", coalesce(r.module_title, m.title) as "moduleTitle", a.status, a.assigned_date as "assignedDate",
  a.due_date as "dueDate", a.completed_at as "completedDate", a.score, v.number as "effectiveVersion",
  r.version_number as "versionCompleted", r.id as "recordId", r.organization_id, r.cycle, r.module_reference, r.version_hash,
  r.completion_policy, r.passing_score, r.time_zone as "completedTimeZone", r.expires_on, r.kind as "completionKind", r.record_hash,
  s.signer_id, s.printed_name, s.signed_at, s.time_zone, s.meaning_code, s.statement_version, s.meaning, s.language,
  s.auth_method, s.agreement_version, s.signature_hash, s.signature_mac, s.key_id, v.content_hash
from training_assignments a
join training_modules m on m.id = a.module_id
left join module_versions v on v.id = m.current_version_id
left join training_records r on r.assignment_id = a.id
left join signatures s on s.training_record_id = r.id
where a.user_id = $1 and a.status <> 'voided' order by a.due_date nulls last, a.id
