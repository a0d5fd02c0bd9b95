-- Users & Roles. How many people the organization $1 has.
select (select coalesce(sum(people), 0)::int from people_counts where organization_id = $1) as total

