-- My Training: the trainings of the person $1 in due order, each with its record and the signature under it, which are what is
-- checked. The figures above the list follow from its rows.
select a.id, a.module_id as "moduleId", a.status, a.progress, a.score, a.due_date as "dueDate", a.assigned_date as "assignedDate",
  a.started_at, a.completed_at as "completedAt", a.next_renewal_date as "nextRenewalDate", a.cycle, m.title, m.reference,
  m.content_type as "contentType", m.duration, m.completion_policy, v.number as "effectiveVersion", v.content_url as link,
  v.content is not null as "hasText", c.number as "certificateNumber", r.id as "recordId", r.organization_id, r.module_title,
  r.module_reference, r.version_number, r.version_hash, r.passing_score, r.time_zone, r.expires_on, r.kind, r.record_hash,
  s.signer_id, s.printed_name, s.signed_at, s.time_zone as signed_time_zone, s.meaning_code, s.statement_version, s.meaning,
  s.language, s.auth_method, s.agreement_version, s.signature_hash, s.signature_mac, s.key_id
from training_assignments a
join training_modules m on m.id = a.module_id
left join module_versions v on v.id = m.current_version_id
left join training_records r on r.assignment_id = a.id
left join signatures s on s.training_record_id = r.id
left join certificates c on c.training_record_id = r.id
where a.user_id = $1 and a.status <> 'voided'
order by (a.status in ('not_started', 'in_progress')) desc,
  case when a.status in ('not_started', 'in_progress') then a.due_date end nulls last, a.completed_at desc nulls last, lower(m.title), a.id
