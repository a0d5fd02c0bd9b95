CREATE OR REPLACE FUNCTION audit.require_command(written text)
 RETURNS audit.events
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  command audit.events := audit.open_command();
begin
  if command.id is null then
    raise exception 'a write to % outside a command', written using errcode = 'TT001', table = written;
  end if;
  return command;
end $function$;

revoke execute on function audit.require_command(text) from application;
