-- The completion report from the kept figures: the names of the organizations in their order.
select id, name from organizations order by name
