-- Completion report: the kept sums of each organization.
select o.id as "orgId", o.name as "orgName", sum(g.people)::int as "totalUsers", sum(g.active)::int as "activeUsers",
  sum(g.completed)::int as "completedAssignments", sum(g.total)::int as "totalAssignments",
  sum(g.overdue)::int as "overdueAssignments", sum(g.expired)::int as "expiredAssignments",
  sum(g.completions)::int as completions, sum(g.completion_seconds)::float8 as "completionSeconds"
from group_figures g left join organizations o on o.id = g.organization_id
group by o.id, o.name having sum(g.people) > 0 order by o.name nulls last
