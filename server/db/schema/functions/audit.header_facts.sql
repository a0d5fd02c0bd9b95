CREATE OR REPLACE FUNCTION audit.header_facts(facts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(facts)
  where key in ('role', 'sessionId', 'authMethod', 'requestId', 'version', 'configRevision', 'onBehalfOf') and value <> 'null'
$function$;

revoke execute on function audit.header_facts(jsonb) from application;
