CREATE OR REPLACE FUNCTION audit.begin_command(action text, actor_id text, reason text, facts jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
begin
  if coalesce(btrim(action), '') = '' then
    raise exception 'a command needs an action' using errcode = 'TT004';
  end if;
  return audit.add_event('command', action, actor_id, audit.organization_of(facts), facts ->> 'subjectId', null, null,
    'ok', null, audit.header_facts(facts),
    jsonb_strip_nulls(jsonb_build_object('reason', reason, 'facts', audit.payload_facts(facts)))::text);
exception when unique_violation then
  raise exception 'a command is already open in this transaction' using errcode = 'TT002';
end $function$;

comment on function audit.begin_command(text,text,text,jsonb) is 'Opens the one command of this transaction and returns the id of its event. Errors: TT002 already open, TT004 no action.';
