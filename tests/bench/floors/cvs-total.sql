select count(*)::int as total from users u
left join organizations o on o.id = u.organization_id left join departments dep on dep.id = u.department_id
left join hr_documents d on d.person_id = u.id
left join hr_document_versions s on s.id = d.signed_version_id
where u.erased_at is null and u.is_active and true
