-- Users & Roles. How many people there are.
select coalesce(sum(people), 0)::int as total from people_counts
