-- How many people there are, from the kept counts.
select sum(people)::int as total from people_counts
