CREATE OR REPLACE FUNCTION audit.leaf(header text, payload_hash bytea)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select sha256('\x00'::bytea || convert_to('traintrail-audit-1:sha-256', 'UTF8') || sha256(convert_to(header, 'UTF8')) || payload_hash) $function$;
