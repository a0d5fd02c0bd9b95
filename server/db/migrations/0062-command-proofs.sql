-- AUD-02, AUD-04: commands are proven by the application, events name the database's user, and secret columns leave a hash
-- in the trail.

-- AUD-02: the proof of a command: who holds the key of the installation made it with exactly these events. The database
-- counts and hashes the events of the transaction, the application signs that with a key that the database never sees.
create table audit.command_proofs (
  system_id text not null,
  xid xid8 not null,
  command_id bigint not null unique,
  events integer not null check (events >= 1),
  begins boolean not null,
  key_id text not null,
  mac bytea not null check (length(mac) = 32),
  primary key (system_id, xid)
);
comment on table audit.command_proofs is 'One row for each command: the application''s MAC over all events of its transaction.';
comment on column audit.command_proofs.begins is 'No command before this one was proven: the installation is older than proofs, or new.';
create index command_proofs_begins_index on audit.command_proofs (command_id) where begins;
create trigger append_only before update or delete on audit.command_proofs for each row execute function audit.refuse_change();
create trigger append_only_truncate before truncate on audit.command_proofs for each statement execute function audit.refuse_change();

create function audit.command_digest() returns table (system_id text, xid text, command_id bigint, events integer, digest bytea, begins boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.system_id, c.xid::text, c.id, count(*)::integer, sha256(string_agg(audit.leaf(e.header, e.payload_hash), ''::bytea order by e.id)),
    not exists (select 1 from audit.command_proofs p where p.begins)
  from audit.open_command() c join audit.events e on e.xid = c.xid and e.system_id = c.system_id
  group by c.system_id, c.xid, c.id
$$;
comment on function audit.command_digest() is 'What this transaction wrote to the trail so far, for the proof of its command; no row without one.';

create function audit.prove_command(events integer, begins boolean, key_id text, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  command audit.events := audit.require_command('command_proofs');
begin
  insert into audit.command_proofs (system_id, xid, command_id, events, begins, key_id, mac)
  values (command.system_id, command.xid, command.id, events, begins, key_id, mac);
end $$;
comment on function audit.prove_command(integer, boolean, text, bytea) is 'Keeps the proof of the open command. Error: TT001 without one.';

-- How an event that stands for itself is written: a command, an access, a redaction.
-- Writes one event that stands for itself: a command, an access, a redaction.
create or replace function audit.add_event(event_kind text, action text, actor_id text, organization_id integer, subject_id text,
  object_type text, object_id text, outcome text, command_id bigint, facts jsonb, payload text)
returns bigint language plpgsql set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare
  event_id bigint := nextval('audit.event_ids');
  event_xid xid8 := pg_current_xact_id();
  event_system text := audit.system_id();
  event_at timestamptz := public.app_now();
  event_command bigint := case when event_kind = 'command' then event_id else command_id end;
  event_salt bytea := uuid_send(gen_random_uuid());
  event_header text;
begin
  event_header := json_build_object('v', 1, 'system', event_system, 'xid', event_xid::text, 'at', audit.instant_text(event_at),
    'command', event_command, 'kind', event_kind, 'action', action, 'actor', actor_id, 'type', object_type, 'id', event_id,
    'object', object_id, 'subject', subject_id, 'organization', organization_id, 'outcome', outcome, 'facts', facts, 'user', session_user)::text;
  insert into audit.events (id, xid, system_id, at, command_id, kind, action, actor_id, organization_id, subject_id, object_type,
    object_id, outcome, header, salt, payload, payload_hash)
  values (event_id, event_xid, event_system, event_at, event_command, event_kind, action, actor_id, organization_id, subject_id,
    object_type, object_id, outcome, event_header, event_salt, payload, sha256(event_salt || convert_to(payload, 'UTF8')));
  return event_id;
end $$;

-- How the headers of all rows of one statement begin.
-- What the headers of all rows of one statement have in common.
create or replace function audit.header_prefix(command audit.events, event_kind text, written text) returns text language sql stable as $$
  select '{"v":1,"system":' || to_json(command.system_id)::text || ',"xid":"' || command.xid::text || '","at":"'
    || audit.instant_text(public.app_now()) || '","command":' || command.id::text || ',"kind":"' || event_kind || '","action":'
    || to_json(command.action)::text || ',"actor":' || audit.json_or_null(command.actor_id) || ',"user":' || to_json(session_user)::text || ',"type":' || to_json(written)::text
$$;

alter table sessions add column mac text;
comment on column sessions.mac is 'The application''s MAC over whose session it is: without it the session signs nobody in.';
alter table one_time_tokens add column mac text;
comment on column one_time_tokens.mac is 'The application''s MAC over what the link does and for whom: without it the link opens nothing.';
-- The database cannot make these: everybody signs in again, and asks for a new link.
delete from sessions;
delete from one_time_tokens where used_at is null;

--! attach audit
