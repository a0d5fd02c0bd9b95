-- MTX-09, PERF-01: a page of people in the order of their names, also of those without one, is read along an index. It holds everybody: an index
-- of active people alone would look cheap to the planner wherever it knows of few people.
create index users_whole_name_index on users (coalesce(lower(last_name), ''), coalesce(lower(first_name), ''), id);
