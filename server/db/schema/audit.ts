/**
 * AUD-01, AUD-02, DESIGN rule 4: the trail's tables, and the functions that are the only way into it.
 * Every event keeps the exact text that is hashed (`header`, `payload`); its other columns repeat the header for searching,
 * and `verify` compares them. Ids come from one uncached sequence: for one record, a later change has a greater id, because
 * the id is taken while the row's lock is held.
 */
export const auditTablesSql = `
create schema audit;
create sequence audit.event_ids as bigint cache 1;

create table audit.events (
  id bigint primary key,
  xid xid8 not null,
  system_id text not null,
  at timestamptz not null,
  command_id bigint,
  kind text not null check (kind in ('command', 'insert', 'update', 'delete', 'access', 'redaction')),
  action text not null,
  actor_id text,
  organization_id integer,
  subject_id text,
  object_type text,
  object_id text collate "C",
  outcome text not null,
  header text not null,
  salt bytea,
  payload text,
  payload_hash bytea not null,
  residual text
);
comment on column audit.events.system_id is 'Identifier of the database cluster that wrote the event: a restored copy has another.';
comment on column audit.events.subject_id is 'The person whom the changed record is about.';
comment on column audit.events.header is 'JSON text with all facts but personal ones: hashed as stored.';
comment on column audit.events.payload is 'JSON text with before and after, or reason and circumstances; null once redacted.';
comment on column audit.events.payload_hash is 'SHA-256 of salt and payload, kept when the payload is redacted.';
comment on column audit.events.residual is 'What a redaction left of the payload.';
create index events_seal_index on audit.events (xid, id);
create unique index events_command_key on audit.events (xid, system_id) where kind = 'command';
create index events_object_index on audit.events (object_type, object_id, id);
create index events_subject_index on audit.events (subject_id, id) where subject_id is not null;
create index events_actor_index on audit.events (actor_id, id) where kind in ('command', 'access', 'redaction');
create index events_action_index on audit.events (action, id) where kind in ('command', 'access', 'redaction');
create index events_organization_index on audit.events (organization_id, id) where kind in ('command', 'access', 'redaction');
create index events_time_index on audit.events using brin (at);

create table audit.seals (
  number bigint primary key check (number >= 1),
  kind text not null check (kind in ('regular', 'continuation')),
  system_id text not null,
  from_xid xid8 not null,
  to_xid xid8 not null check (to_xid > from_xid),
  event_count integer not null check (event_count >= 0),
  root bytea not null check (length(root) = 32),
  previous_head bytea check (length(previous_head) = 32),
  head bytea not null unique check (length(head) = 32),
  body text not null,
  key_id text not null,
  signature bytea not null,
  event_ids bigint[] not null,
  leaves bytea not null,
  sealed_at timestamptz not null,
  check ((number = 1) = (previous_head is null)),
  check (event_count = cardinality(event_ids) and length(leaves) = 32 * event_count)
);
comment on column audit.seals.body is 'The exact JSON text that is hashed to the head and signed.';
comment on column audit.seals.leaves is 'The leaf hashes in their order, so that a changed event can be named.';
create index seals_horizon_index on audit.seals (system_id, to_xid);

create table audit.tracked_tables (
  name text primary key,
  key_column text not null,
  person_column text,
  secret_columns text[] not null,
  personal_columns text[] not null,
  append_only boolean not null
);
comment on table audit.tracked_tables is 'The tables with triggers of the trail, as the migrations attached them.';
`;

/** How commands are opened and accesses recorded: they concern the organization that is named, or else that of the person. */
export const auditOpeningSql = `
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
`;

/** How an event that stands for itself is written: a command, an access, a redaction. */
export const addEventSql = `
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
`;

/** How the headers of all rows of one statement begin. */
export const headerPrefixSql = `
-- What the headers of all rows of one statement have in common.
create or replace function audit.header_prefix(command audit.events, event_kind text, written text) returns text language sql stable as $$
  select '{"v":1,"system":' || to_json(command.system_id)::text || ',"xid":"' || command.xid::text || '","at":"'
    || audit.instant_text(public.app_now()) || '","command":' || command.id::text || ',"kind":"' || event_kind || '","action":'
    || to_json(command.action)::text || ',"actor":' || audit.json_or_null(command.actor_id) || ',"user":' || to_json(session_user)::text || ',"type":' || to_json(written)::text
$$;
`;

/** Opening commands, recording accesses, and what the row triggers share. */
export const auditFunctionsSql = `
create function audit.system_id() returns text language sql stable as
  'select system_identifier::text from pg_catalog.pg_control_system()';

create function audit.instant_text(instant timestamptz) returns text language sql immutable parallel safe as
  $$ select to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $$;

create function audit.json_or_null(value anyelement) returns text language sql immutable parallel safe as
  $$ select coalesce(to_json(value)::text, 'null') $$;

-- One leaf of the Merkle tree. Name and version of the algorithm are inside the hash: no other one can be passed off.
create function audit.leaf(header text, payload_hash bytea) returns bytea language sql immutable parallel safe as
  $$ select sha256('\\x00'::bytea || convert_to('traintrail-audit-1:sha-256', 'UTF8') || sha256(convert_to(header, 'UTF8')) || payload_hash) $$;

create function audit.refuse_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception '%.% is append-only: % refused', tg_table_schema, tg_table_name, lower(tg_op) using errcode = 'TT003';
end $$;

${addEventSql}-- The facts that are no personal data go into the header, the others into the payload, where they can be redacted.
create function audit.header_facts(facts jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(facts)
  where key in ('role', 'sessionId', 'authMethod', 'requestId', 'version', 'configRevision', 'onBehalfOf') and value <> 'null'
$$;
create function audit.payload_facts(facts jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(facts)
  where key not in ('role', 'sessionId', 'authMethod', 'requestId', 'version', 'configRevision', 'onBehalfOf',
    'organizationId', 'subjectId', 'actorId', 'outcome') and value <> 'null'
$$;

${auditOpeningSql}create function audit.open_command() returns audit.events language sql stable set search_path = pg_catalog, pg_temp as $$
  select * from audit.events
  where kind = 'command' and xid = pg_current_xact_id_if_assigned() and system_id = audit.system_id()
$$;

-- The command of this transaction, or TT001: nothing is written without one.
create function audit.require_command(written text) returns audit.events language plpgsql stable
  set search_path = pg_catalog, pg_temp as $$
declare
  command audit.events := audit.open_command();
begin
  if command.id is null then
    raise exception 'a write to % outside a command', written using errcode = 'TT001', table = written;
  end if;
  return command;
end $$;

${headerPrefixSql}`;
