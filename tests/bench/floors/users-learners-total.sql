-- Users & Roles. How many people have the role $1.
select (select coalesce(sum(people), 0)::int from people_counts where role = $1) as total

