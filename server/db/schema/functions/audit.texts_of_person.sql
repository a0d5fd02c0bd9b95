CREATE OR REPLACE FUNCTION audit.texts_of_person(person_id text, standing jsonb, OUT whole text[], OUT single text[])
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with known as (
    select distinct f.key, f.value #>> '{}' as value
    from audit.events e
    cross join lateral jsonb_each(coalesce(e.payload, e.residual)::jsonb) part
    cross join lateral jsonb_each(case jsonb_typeof(part.value) when 'object' then part.value else '{}' end) f
    where e.object_type = 'users' and e.object_id = person_id and part.key in ('before', 'after')
      and f.key in ('email', 'pending_email', 'first_name', 'last_name', 'preferred_name') and jsonb_typeof(f.value) = 'string'
      and f.value is distinct from standing -> f.key and btrim(f.value #>> '{}') <> ''
  ),
  -- A name that was requested may be that of somebody else: it goes only from what is about the person.
  requested as (
    select distinct f.value #>> '{}' as value
    from audit.events e
    cross join lateral jsonb_each(coalesce(e.payload, e.residual)::jsonb) part
    cross join lateral jsonb_each(case jsonb_typeof(part.value) when 'object' then part.value else '{}' end) f
    where e.object_type = 'name_requests' and e.subject_id = person_id and part.key in ('before', 'after')
      and f.key in ('first_name', 'last_name') and jsonb_typeof(f.value) = 'string' and f.value is distinct from standing -> f.key
  ),
  -- Names as they stood together, in the order of the events: a name that did not change stays.
  named as (
    select e.id, part.key = 'after' as later, part.value ->> 'first_name' as first_name, part.value ->> 'last_name' as last_name
    from audit.events e
    cross join lateral jsonb_each(coalesce(e.payload, e.residual)::jsonb) part
    where e.object_type = 'users' and e.object_id = person_id and part.key in ('before', 'after')
      and jsonb_typeof(part.value) = 'object' and part.value ?| array['first_name', 'last_name']
  ),
  runs as (
    select n.*, count(first_name) over (order by id, later) as first_run, count(last_name) over (order by id, later) as last_run
    from named n
  ),
  together as (
    select distinct max(first_name) over (partition by first_run) as first_name, max(last_name) over (partition by last_run) as last_name
    from runs
  ),
  pairs as (
    select distinct t.value from together w
    cross join lateral (values (w.first_name || ' ' || w.last_name), (w.last_name || ', ' || w.first_name),
      (w.last_name || ' ' || w.first_name)) t (value)
    where btrim(w.first_name) <> '' and btrim(w.last_name) <> ''
      and (w.first_name is distinct from standing ->> 'first_name' or w.last_name is distinct from standing ->> 'last_name')
  )
  select array(select value from known where key in ('email', 'pending_email') union select value from pairs),
    array(select value from known where key in ('first_name', 'last_name', 'preferred_name') union select value from requested)
$function$;
