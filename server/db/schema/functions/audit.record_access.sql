CREATE OR REPLACE FUNCTION audit.record_access(action text, object_type text, object_id text, facts jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  command audit.events := audit.open_command();
begin
  if coalesce(btrim(action), '') = '' then
    raise exception 'an access needs an action' using errcode = 'TT004';
  end if;
  if object_id like '%@%' then
    raise exception 'an address cannot name a record: it could not be redacted' using errcode = 'TT004';
  end if;
  return audit.add_event('access', action, coalesce(command.actor_id, facts ->> 'actorId'),
    coalesce(audit.organization_of(facts), command.organization_id), facts ->> 'subjectId', object_type, object_id,
    coalesce(facts ->> 'outcome', 'ok'), command.id, audit.header_facts(facts),
    jsonb_build_object('facts', audit.payload_facts(facts))::text);
end $function$;

comment on function audit.record_access(text,text,text,jsonb) is 'Records a read or an attempt (sign-in, refusal). Facts: actorId, organizationId, subjectId, outcome, and any circumstances.';
