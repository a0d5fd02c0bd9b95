-- Compliance dashboard: the kept sums of organizations, departments and roles, from which every figure on it follows. The floor
-- trusts them; the product also counts those people again who have changed since they were kept.
select organization_id as "organizationId", department_id as "departmentId", role, people, active,
  overdue_people as "overduePeople", on_track as "onTrack", complete, never_signed_in as "neverSignedIn",
  due_people as "duePeople", total, completed
from group_figures where people > 0
