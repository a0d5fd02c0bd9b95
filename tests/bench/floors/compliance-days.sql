-- Compliance dashboard: how the days from $1 to $2 began, from the kept sums of each day.
select day, sum(active)::int as active, sum(due_people)::int as "duePeople", sum(overdue_people)::int as "overdueCount"
from figure_days where day between $1 and $2 group by day having sum(active) > 0 order by day
