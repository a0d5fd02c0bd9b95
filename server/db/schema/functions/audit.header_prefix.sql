CREATE OR REPLACE FUNCTION audit.header_prefix(command audit.events, event_kind text, written text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select '{"v":1,"system":' || to_json(command.system_id)::text || ',"xid":"' || command.xid::text || '","at":"'
    || audit.instant_text(public.app_now()) || '","command":' || command.id::text || ',"kind":"' || event_kind || '","action":'
    || to_json(command.action)::text || ',"actor":' || audit.json_or_null(command.actor_id) || ',"user":' || to_json(session_user)::text || ',"type":' || to_json(written)::text
$function$;

revoke execute on function audit.header_prefix(audit.events,text,text) from application;
