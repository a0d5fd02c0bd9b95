CREATE OR REPLACE FUNCTION audit.add_event(event_kind text, action text, actor_id text, organization_id integer, subject_id text, object_type text, object_id text, outcome text, command_id bigint, facts jsonb, payload text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  event_id bigint := nextval('audit.event_ids');
  event_xid xid8 := pg_current_xact_id();
  event_system text := audit.system_id();
  event_at timestamptz := public.app_now();
  event_command bigint := case when event_kind = 'command' then event_id else command_id end;
  event_salt bytea := uuid_send(gen_random_uuid());
  event_header text;
begin
  event_header := json_build_object('v', 1, 'system', event_system, 'xid', event_xid::text, 'at', audit.instant_text(event_at),
    'command', event_command, 'kind', event_kind, 'action', action, 'actor', actor_id, 'type', object_type, 'id', event_id,
    'object', object_id, 'subject', subject_id, 'organization', organization_id, 'outcome', outcome, 'facts', facts, 'user', session_user)::text;
  insert into audit.events (id, xid, system_id, at, command_id, kind, action, actor_id, organization_id, subject_id, object_type,
    object_id, outcome, header, salt, payload, payload_hash)
  values (event_id, event_xid, event_system, event_at, event_command, event_kind, action, actor_id, organization_id, subject_id,
    object_type, object_id, outcome, event_header, event_salt, payload, sha256(event_salt || convert_to(payload, 'UTF8')));
  return event_id;
end $function$;

revoke execute on function audit.add_event(text,text,text,integer,text,text,text,text,bigint,jsonb,text) from application;
