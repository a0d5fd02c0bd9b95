CREATE OR REPLACE FUNCTION audit.open_command()
 RETURNS audit.events
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select * from audit.events
  where kind = 'command' and xid = pg_current_xact_id_if_assigned() and system_id = audit.system_id()
$function$;

revoke execute on function audit.open_command() from application;
