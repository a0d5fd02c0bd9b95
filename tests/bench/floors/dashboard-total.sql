-- Training Dashboard: the kept sums of everybody.
select sum(people)::int as "totalUsers", sum(active)::int as "activeUsers", sum(completed)::int as "completedTrainings",
  sum(overdue)::int as "overdueTrainings", sum(expired)::int as "expiredTrainings", sum(overdue_people)::int as "overdueUsers",
  sum(total)::int as total
from group_figures
