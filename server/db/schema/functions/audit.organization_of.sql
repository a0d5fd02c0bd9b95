CREATE OR REPLACE FUNCTION audit.organization_of(facts jsonb)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce((facts ->> 'organizationId')::integer,
    (select u.organization_id from public.users u where u.id = facts ->> 'subjectId'))
$function$;

revoke execute on function audit.organization_of(jsonb) from application;
