select u.id as user_id, u.first_name, u.last_name, u.email, u.job_title, u.organization_id, o.name as organization_name,
  dep.name as department_name,
  case when d.current_version_id is null then 'missing' when s.valid_until is null then 'waiting'
    when s.valid_until < today_in(coalesce(o.time_zone, 'UTC')) then
      case when d.current_version_id <> d.signed_version_id then 'waiting' else 'expired' end
    when s.valid_until - today_in(coalesce(o.time_zone, 'UTC')) <= 60 then 'expiring' else 'current' end as state,
  d.current_version_id, d.signed_version_id, s.signed_at, s.valid_until,
  (select v.number from hr_document_versions v where v.id = d.current_version_id) as version,
  (select max(r.requested_at) from hr_cv_requests r where r.user_id = u.id and r.fulfilled_at is null) as requested_at
from users u
left join organizations o on o.id = u.organization_id left join departments dep on dep.id = u.department_id
left join hr_documents d on d.person_id = u.id
left join hr_document_versions s on s.id = d.signed_version_id
where u.erased_at is null and u.is_active and true
order by lower(u.last_name) asc nulls last, lower(u.last_name), lower(u.first_name), u.id
limit $1 offset $2
