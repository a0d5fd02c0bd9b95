-- Training Dashboard: the kept sums of organizations and departments.
select organization_id as "organizationId", department_id as "departmentId", sum(people)::int as "totalUsers",
  sum(active)::int as "activeUsers", sum(overdue_people)::int as "overdueCount", sum(on_track)::int as "onTrack",
  sum(total)::int as total, sum(completed)::int as completed
from group_figures group by 1, 2 having sum(people) > 0
