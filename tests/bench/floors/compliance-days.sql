-- Compliance dashboard: how the days $1 began.
select day, sum(active) as active, sum(compliant) as compliant, sum(overdue_people) as overdue_people,
      sum(total)::bigint as total, sum(completed)::bigint as completed
    from figure_days
    where day = any($1::date[]) and true and true
    group by day having sum(active) > 0 order by day
