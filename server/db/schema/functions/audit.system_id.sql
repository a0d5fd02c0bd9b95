CREATE OR REPLACE FUNCTION audit.system_id()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$select system_identifier::text from pg_catalog.pg_control_system()$function$;
