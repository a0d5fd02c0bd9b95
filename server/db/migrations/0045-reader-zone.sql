-- SHELL-09, RPT-05: a zone that nobody chose is not stored, and columns of exports lose the zone in their names.

--! command: times in the zone of their reader

-- SHELL-09: UTC was the default and was stored with any other setting, so that nobody can be told to have chosen it: times
-- follow the organization's zone until somebody chooses. RPT-05: stored exports name their columns as exports do now.
update users set settings = settings - 'timezone' where settings ->> 'timezone' = 'UTC';
update exports set columns = (
  select array_agg(case when name = any(array['assigned_at_utc', 'completed_at_utc', 'last_activity_utc', 'recorded_at_utc', 'signed_at_utc', 'started_at_utc']) then left(name, -4) else name end order by place)
  from unnest(columns) with ordinality as named (name, place)
)
where columns && array['assigned_at_utc', 'completed_at_utc', 'last_activity_utc', 'recorded_at_utc', 'signed_at_utc', 'started_at_utc'];
