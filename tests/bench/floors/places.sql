-- Names of organizations and their departments, for both dashboards.
select o.id, o.name, d.id as "departmentId", d.name as "departmentName"
from organizations o left join departments d on d.organization_id = o.id order by o.name, d.name
