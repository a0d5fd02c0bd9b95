-- AUD-04: changes of the schema outside a migration are events; `migrate` attaches the function where its role may.

-- AUD-04: one event per statement that changes the schema outside a migration, with tag and objects, whether or not a
-- command is open. Temporary objects and what an extension brings with it are left out. Who does it is the role: no person
-- of the product may.
create or replace function audit.record_ddl() returns event_trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare
  objects text[];
  command audit.events;
begin
  if exists (select from pg_locks l where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = 1953653097
    and l.objsubid = 1 and l.database = (select d.oid from pg_database d where d.datname = current_database()))
    -- The whole schema is on its way out: there is nothing left to write to.
    or to_regprocedure('public.app_now()') is null or to_regclass('audit.events') is null
  then
    return;
  end if;
  if tg_event = 'sql_drop' then
    select array_agg(o.object_type || ' ' || o.object_identity) into objects from pg_event_trigger_dropped_objects() o
    where o.original and not o.is_temporary and o.schema_name is distinct from 'pg_temp';
  else
    select array_agg(o.object_type || coalesce(' ' || o.object_identity, '')) into objects from pg_event_trigger_ddl_commands() o
    where not o.in_extension and o.schema_name is distinct from 'pg_temp';
  end if;
  if objects is null then
    return;
  end if;
  command := audit.open_command();
  perform audit.add_event('access', 'system.ddl', null, null, null, 'schema', objects[1], 'ok', command.id, '{}',
    jsonb_build_object('facts', jsonb_build_object('tag', tg_tag, 'objects', objects, 'role', session_user))::text);
end $$;
revoke all on function audit.record_ddl() from public;
comment on function audit.record_ddl() is 'Writes an event for every change of the schema that is not the product''s own migration.';
