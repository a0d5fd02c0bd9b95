CREATE OR REPLACE FUNCTION audit.command_digest()
 RETURNS TABLE(system_id text, xid text, command_id bigint, events integer, digest bytea, begins boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.system_id, c.xid::text, c.id, count(*)::integer, sha256(string_agg(audit.leaf(e.header, e.payload_hash), ''::bytea order by e.id)),
    not exists (select 1 from audit.command_proofs p where p.begins)
  from audit.open_command() c join audit.events e on e.xid = c.xid and e.system_id = c.system_id
  group by c.system_id, c.xid, c.id
$function$;

comment on function audit.command_digest() is 'What this transaction wrote to the trail so far, for the proof of its command; no row without one.';
