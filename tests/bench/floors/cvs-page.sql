-- CV repository: the $1 people who come first by name, with the state of their CV.
select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.job_title as "jobTitle",
  o.name as "organizationName", dep.name as "departmentName", {state} as state, v.number as version, s.signed_at as "signedAt",
  s.valid_until as "validUntil", r.requested_at as "requestedAt"
from (
  select * from users where erased_at is null and is_active order by lower(last_name), lower(first_name), id limit $1
) u
left join organizations o on o.id = u.organization_id left join departments dep on dep.id = u.department_id
left join hr_documents d on d.person_id = u.id
left join hr_document_versions v on v.id = d.current_version_id
left join hr_document_versions s on s.id = d.signed_version_id
left join lateral (
  select max(requested_at) as requested_at from hr_cv_requests where user_id = u.id and fulfilled_at is null and withdrawn_at is null
) r on true
order by lower(u.last_name), lower(u.first_name), u.id
