CREATE OR REPLACE FUNCTION public.wanted_events()
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select coalesce(array_agg(distinct e.name), '{}') from webhooks w cross join unnest(w.events) e (name) where w.is_active
$function$;

comment on function wanted_events() is 'The events that webhooks are set up for; each command reads them as it begins.';
