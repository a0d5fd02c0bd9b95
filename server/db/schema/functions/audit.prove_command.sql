CREATE OR REPLACE FUNCTION audit.prove_command(events integer, begins boolean, key_id text, mac bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  command audit.events := audit.require_command('command_proofs');
begin
  insert into audit.command_proofs (system_id, xid, command_id, events, begins, key_id, mac)
  values (command.system_id, command.xid, command.id, events, begins, key_id, mac);
end $function$;

comment on function audit.prove_command(integer,boolean,text,bytea) is 'Keeps the proof of the open command. Error: TT001 without one.';
