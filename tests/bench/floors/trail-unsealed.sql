-- Whether more events wait for a seal than an idle product writes meanwhile.
select coalesce((select sum(event_count) from audit.seals), 0) < (select count(*) from audit.events) - 1000 as open
