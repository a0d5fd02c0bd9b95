CREATE OR REPLACE FUNCTION audit.allow_redaction_only()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.payload is not null or new.residual is null or (new.salt is not null and new.salt is distinct from old.salt)
    or (new.id, new.xid, new.system_id, new.at, new.command_id, new.kind, new.action, new.actor_id, new.organization_id,
        new.subject_id, new.object_type, new.object_id, new.outcome, new.header, new.payload_hash)
      is distinct from
      (old.id, old.xid, old.system_id, old.at, old.command_id, old.kind, old.action, old.actor_id, old.organization_id,
        old.subject_id, old.object_type, old.object_id, old.outcome, old.header, old.payload_hash)
    or not exists (select 1 from audit.events e where e.kind = 'redaction' and e.xid = pg_current_xact_id()
      and e.system_id = audit.system_id())
  then
    raise exception 'audit.events is append-only: update refused' using errcode = 'TT003';
  end if;
  return new;
end $function$;

revoke execute on function audit.allow_redaction_only() from application;
