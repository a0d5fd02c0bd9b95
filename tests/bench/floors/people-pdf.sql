-- The floor of a PDF of people: its five columns in its order.
select u.last_name, u.first_name, u.email, o.name as organization, u.role
from users u left join organizations o on o.id = u.organization_id
where u.erased_at is null
order by o.name nulls last, lower(u.last_name), lower(u.first_name), u.id
