-- CV repository: how many people are active, from the kept counts.
select sum(people)::int as total from people_counts where is_active
