CREATE OR REPLACE FUNCTION audit.json_or_null(value anyelement)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select coalesce(to_json(value)::text, 'null') $function$;

revoke execute on function audit.json_or_null(anyelement) from application;
