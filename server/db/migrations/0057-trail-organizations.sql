-- AUD-03: what is recorded about a person concerns the organization of this person where no other is named.

-- How commands are opened and accesses recorded: they concern the organization that is named, or else that of the person.
create or replace function audit.organization_of(facts jsonb) returns integer language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce((facts ->> 'organizationId')::integer,
    (select u.organization_id from public.users u where u.id = facts ->> 'subjectId'))
$$;

create or replace function audit.begin_command(action text, actor_id text, reason text, facts jsonb)
returns bigint language plpgsql security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
begin
  if coalesce(btrim(action), '') = '' then
    raise exception 'a command needs an action' using errcode = 'TT004';
  end if;
  return audit.add_event('command', action, actor_id, audit.organization_of(facts), facts ->> 'subjectId', null, null,
    'ok', null, audit.header_facts(facts),
    jsonb_strip_nulls(jsonb_build_object('reason', reason, 'facts', audit.payload_facts(facts)))::text);
exception when unique_violation then
  raise exception 'a command is already open in this transaction' using errcode = 'TT002';
end $$;
comment on function audit.begin_command(text, text, text, jsonb) is
  'Opens the one command of this transaction and returns the id of its event. Errors: TT002 already open, TT004 no action.';

create or replace function audit.record_access(action text, object_type text, object_id text, facts jsonb)
returns bigint language plpgsql security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare
  command audit.events := audit.open_command();
begin
  if coalesce(btrim(action), '') = '' then
    raise exception 'an access needs an action' using errcode = 'TT004';
  end if;
  if object_id like '%@%' then
    raise exception 'an address cannot name a record: it could not be redacted' using errcode = 'TT004';
  end if;
  return audit.add_event('access', action, coalesce(command.actor_id, facts ->> 'actorId'),
    coalesce(audit.organization_of(facts), command.organization_id), facts ->> 'subjectId', object_type, object_id,
    coalesce(facts ->> 'outcome', 'ok'), command.id, audit.header_facts(facts),
    jsonb_build_object('facts', audit.payload_facts(facts))::text);
end $$;
comment on function audit.record_access(text, text, text, jsonb) is
  'Records a read or an attempt (sign-in, refusal). Facts: actorId, organizationId, subjectId, outcome, and any circumstances.';
