-- Whether the person $1 was qualified for the module $2 at the end of the day $3: where they were, each cycle as it was then, its record with
-- the signature under it, and the versions.
select a.id, a.cycle, coalesce(h.status, a.status) as status, coalesce(h.due_date, a.due_date) as "dueDate", a.voided_at, a.voided_reason,
  r.id as "recordId", r.version_number as version, r.completed_at as "completedAt", r.expires_on, r.time_zone, r.recorded_at, r.kind, r.organization_id,
  r.module_reference, r.version_hash, r.completion_policy, r.passing_score, r.score, r.record_hash, c.number as "certificateNumber",
  s.signer_id, s.printed_name, s.signed_at, s.time_zone as signed_zone, s.meaning_code, s.statement_version, s.meaning, s.language, s.auth_method,
  s.agreement_version, s.signature_hash, s.signature_mac, s.key_id, v.number as "inForce", n.role, n.is_active, o.name as organization
from user_periods n
join organizations o on o.id = n.organization_id
cross join lateral (select ($3::date + 1)::timestamp at time zone o.time_zone as until) d
join training_modules m on m.id = $2::int
left join module_versions v on v.id = m.current_version_id
join training_assignments a on a.user_id = n.user_id and a.module_id = m.id
left join lateral (
  select * from assignment_history h where h.assignment_id = a.id and h.replaced_at >= d.until order by h.replaced_at limit 1
) h on true
left join training_records r on r.assignment_id = a.id
left join certificates c on c.training_record_id = r.id
left join signatures s on s.training_record_id = r.id
where n.user_id = $1 and n.valid_from < d.until and (n.valid_to is null or n.valid_to >= d.until) and n.organization_id is not null
order by a.cycle
