CREATE OR REPLACE FUNCTION audit.payload_facts(facts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(facts)
  where key not in ('role', 'sessionId', 'authMethod', 'requestId', 'version', 'configRevision', 'onBehalfOf',
    'organizationId', 'subjectId', 'actorId', 'outcome') and value <> 'null'
$function$;

revoke execute on function audit.payload_facts(jsonb) from application;
