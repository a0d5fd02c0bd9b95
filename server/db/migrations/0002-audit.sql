-- AUD-01, AUD-02: the trail, its functions, and its triggers on every record table.

-- AUD-01, AUD-02, DESIGN rule 4: the trail's tables, and the functions that are the only way into it. Every event keeps
-- the exact text that is hashed (`header`, `payload`); its other columns repeat the header for searching, and `verify`
-- compares them. Ids come from one uncached sequence: for one record, a later change has a greater id, because the id is
-- taken while the row's lock is held.
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

-- Opening commands, recording accesses, and what the row triggers share.
create function audit.system_id() returns text language sql stable as
  'select system_identifier::text from pg_catalog.pg_control_system()';

create function audit.instant_text(instant timestamptz) returns text language sql immutable parallel safe as
  $$ select to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $$;

create function audit.json_or_null(value anyelement) returns text language sql immutable parallel safe as
  $$ select coalesce(to_json(value)::text, 'null') $$;

-- One leaf of the Merkle tree. Name and version of the algorithm are inside the hash: no other one can be passed off.
create function audit.leaf(header text, payload_hash bytea) returns bytea language sql immutable parallel safe as
  $$ select sha256('\x00'::bytea || convert_to('traintrail-audit-1:sha-256', 'UTF8') || sha256(convert_to(header, 'UTF8')) || payload_hash) $$;

create function audit.refuse_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception '%.% is append-only: % refused', tg_table_schema, tg_table_name, lower(tg_op) using errcode = 'TT003';
end $$;


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
-- The facts that are no personal data go into the header, the others into the payload, where they can be redacted.
create function audit.header_facts(facts jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(facts)
  where key in ('role', 'sessionId', 'authMethod', 'requestId', 'version', 'configRevision', 'onBehalfOf') and value <> 'null'
$$;
create function audit.payload_facts(facts jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(facts)
  where key not in ('role', 'sessionId', 'authMethod', 'requestId', 'version', 'configRevision', 'onBehalfOf',
    'organizationId', 'subjectId', 'actorId', 'outcome') and value <> 'null'
$$;


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
create function audit.open_command() returns audit.events language sql stable set search_path = pg_catalog, pg_temp as $$
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


-- What the headers of all rows of one statement have in common.
create or replace function audit.header_prefix(command audit.events, event_kind text, written text) returns text language sql stable as $$
  select '{"v":1,"system":' || to_json(command.system_id)::text || ',"xid":"' || command.xid::text || '","at":"'
    || audit.instant_text(public.app_now()) || '","command":' || command.id::text || ',"kind":"' || event_kind || '","action":'
    || to_json(command.action)::text || ',"actor":' || audit.json_or_null(command.actor_id) || ',"user":' || to_json(session_user)::text || ',"type":' || to_json(written)::text
$$;

create function audit.allow_redaction_only() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
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
end $$;
create trigger append_only_update before update on audit.events for each row execute function audit.allow_redaction_only();
create trigger append_only before delete on audit.events for each row execute function audit.refuse_change();
create trigger append_only_truncate before truncate on audit.events for each statement execute function audit.refuse_change();
create trigger append_only before update or delete on audit.seals for each row execute function audit.refuse_change();
create trigger append_only_truncate before truncate on audit.seals for each statement execute function audit.refuse_change();

-- A regular expression for any of the texts, as they are or as JSON writes them; none matches nothing.
create function audit.pattern_of(texts text[], whole_words boolean) returns text language sql immutable as $$
  select coalesce(string_agg(case when whole_words then '(?<!\w)' || escaped || '(?!\w)' else escaped end, '|' order by length(escaped) desc), '(?!)')
  from (
    -- The names of a person are written with other things between them too, as in names of files.
    select distinct regexp_replace(regexp_replace(form, '([.^$*+?()\[\]{}|\\])', '\\\1', 'g'), ' +', '(?:[ _.+-]|%20)+', 'g') as escaped
    from unnest(texts) value cross join lateral (values (value), (substr(to_json(value)::text, 2, length(to_json(value)::text) - 2))) v (form)
  ) e
$$;

-- Only texts are changed, never a key, so that what is left is JSON again.
create function audit.blot(value jsonb, pattern text) returns jsonb language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  case jsonb_typeof(value)
    when 'string' then
      return to_jsonb(regexp_replace(value #>> '{}', pattern, '[erased]', 'gi'));
    when 'array' then
      return coalesce((select jsonb_agg(audit.blot(v, pattern) order by n) from jsonb_array_elements(value) with ordinality x (v, n)), '[]');
    when 'object' then
      return coalesce((select jsonb_object_agg(k, audit.blot(v, pattern)) from jsonb_each(value) x (k, v)), '{}');
    else
      return value;
  end case;
end $$;

-- Of a users row what no longer stands in it, of any other row every personal column.
create function audit.without_personal(payload jsonb, part text, personal text[], standing jsonb) returns jsonb language sql immutable as $$
  select case when payload ? part then jsonb_build_object(part, coalesce((
    select jsonb_object_agg(key, value) from jsonb_each(payload -> part)
    where key <> all (personal) or value = 'null' or (standing is not null and value = standing -> key)), '{}')) else '{}' end
$$;


-- The texts that the trail knows of an erased person: emails and whole names, and the single names, also those that were preferred or only requested.
create or replace function audit.texts_of_person(person_id text, standing jsonb, out whole text[], out single text[]) language sql stable
  set search_path = pg_catalog, pg_temp as $$
  with known as (
    select distinct f.key, f.value #>> '{}' as value
    from audit.events e
    cross join lateral jsonb_each(coalesce(e.payload, e.residual)::jsonb) part
    cross join lateral jsonb_each(case jsonb_typeof(part.value) when 'object' then part.value else '{}' end) f
    where e.object_type = 'users' and e.object_id = person_id and part.key in ('before', 'after')
      and f.key in ('email', 'pending_email', 'first_name', 'last_name', 'preferred_name') and jsonb_typeof(f.value) = 'string'
      and f.value is distinct from standing -> f.key and btrim(f.value #>> '{}') <> ''
  ),
  -- A name that was requested may be that of somebody else: it goes only from what is about the person.
  requested as (
    select distinct f.value #>> '{}' as value
    from audit.events e
    cross join lateral jsonb_each(coalesce(e.payload, e.residual)::jsonb) part
    cross join lateral jsonb_each(case jsonb_typeof(part.value) when 'object' then part.value else '{}' end) f
    where e.object_type = 'name_requests' and e.subject_id = person_id and part.key in ('before', 'after')
      and f.key in ('first_name', 'last_name') and jsonb_typeof(f.value) = 'string' and f.value is distinct from standing -> f.key
  ),
  -- Names as they stood together, in the order of the events: a name that did not change stays.
  named as (
    select e.id, part.key = 'after' as later, part.value ->> 'first_name' as first_name, part.value ->> 'last_name' as last_name
    from audit.events e
    cross join lateral jsonb_each(coalesce(e.payload, e.residual)::jsonb) part
    where e.object_type = 'users' and e.object_id = person_id and part.key in ('before', 'after')
      and jsonb_typeof(part.value) = 'object' and part.value ?| array['first_name', 'last_name']
  ),
  runs as (
    select n.*, count(first_name) over (order by id, later) as first_run, count(last_name) over (order by id, later) as last_run
    from named n
  ),
  together as (
    select distinct max(first_name) over (partition by first_run) as first_name, max(last_name) over (partition by last_run) as last_name
    from runs
  ),
  pairs as (
    select distinct t.value from together w
    cross join lateral (values (w.first_name || ' ' || w.last_name), (w.last_name || ', ' || w.first_name),
      (w.last_name || ' ' || w.first_name)) t (value)
    where btrim(w.first_name) <> '' and btrim(w.last_name) <> ''
      and (w.first_name is distinct from standing ->> 'first_name' or w.last_name is distinct from standing ->> 'last_name')
  )
  select array(select value from known where key in ('email', 'pending_email') union select value from pairs),
    array(select value from known where key in ('first_name', 'last_name', 'preferred_name') union select value from requested)
$$;
create function audit.redact_person(person_id text, reason text) returns bigint language plpgsql security definer
  set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare
  command audit.events := audit.require_command('events');
  standing jsonb;
  texts record;
  whole_pattern text;
  near_pattern text;
  ids bigint[];
  residuals text[];
  salts_kept boolean[];
  redaction_id bigint;
begin
  select to_jsonb(u) into standing from public.users u where u.id = person_id and u.erased_at is not null;
  if standing is null then
    raise exception 'only a person who has been erased can be redacted' using errcode = 'TT005';
  end if;
  -- One redaction at a time: two that meet on one event would lose one of them.
  perform pg_advisory_xact_lock(hashtext('audit.redact_person'));
  texts := audit.texts_of_person(person_id, standing);
  whole_pattern := audit.pattern_of(texts.whole, false);
  near_pattern := whole_pattern || '|' || audit.pattern_of(texts.single, true);

  with mine as (
    select e.id, e.kind, e.salt, e.payload is null as already, coalesce(e.payload, e.residual)::jsonb as content,
      case when t.name = 'users' then t.personal_columns when e.subject_id = person_id then t.personal_columns else '{}' end as personal,
      case when t.name = 'users' then standing end as standing,
      coalesce(t.append_only, false) as append_only,
      -- An attempt to sign in has no actor; the address that it gave makes it the person's.
      e.kind in ('command', 'access') and (e.actor_id = person_id
        or (e.actor_id is null and coalesce(e.payload, e.residual) ~* whole_pattern)) as acted,
      e.subject_id = person_id or e.actor_id = person_id
        or (e.kind in ('command', 'access') and e.command_id in (select x.command_id from audit.events x where x.subject_id = person_id)) as near
    from audit.events e
    left join audit.tracked_tables t on t.name = e.object_type and e.kind in ('insert', 'update', 'delete')
      and (e.subject_id = person_id or (t.name = 'users' and e.object_id = person_id))
    where e.subject_id = person_id
      or (e.actor_id = person_id and e.kind in ('command', 'access', 'redaction'))
      or (e.kind in ('command', 'access') and e.command_id in (select x.command_id from audit.events x where x.subject_id = person_id))
      or coalesce(e.payload, e.residual) ~* whole_pattern
  ),
  stripped as (
    select m.id, m.already, m.salt, m.append_only, m.near, m.content,
      case
        when cardinality(m.personal) > 0 then m.content || audit.without_personal(m.content, 'before', m.personal, m.standing)
          || audit.without_personal(m.content, 'after', m.personal, m.standing)
        when m.acted then m.content #- '{facts,ip}' #- '{facts,userAgent}'
        else m.content
      end as kept
    from mine m
  ),
  blotted as (
    select s.*, audit.blot(s.kept, case when s.near then near_pattern else whole_pattern end) as residual from stripped s
  )
  select array_agg(b.id order by b.id), array_agg(b.residual::text order by b.id),
    -- A signature keeps the salt: its row still has what was taken out, and the hash can be computed again from both.
    array_agg(b.append_only and b.residual = b.kept and not b.already order by b.id)
  into ids, residuals, salts_kept
  from blotted b where b.residual <> b.content;

  redaction_id := audit.add_event('redaction', 'audit.redact', command.actor_id, command.organization_id, person_id, 'users', person_id,
    'ok', command.id, '{}', jsonb_build_object(
      'reason', audit.blot(to_jsonb(coalesce(reason, '')), near_pattern),
      'events', coalesce((select jsonb_object_agg(r.id, encode(sha256(convert_to(r.residual, 'UTF8')), 'hex'))
        from unnest(ids, residuals) r (id, residual)), '{}'))::text);
  update audit.events e
  set payload = null, residual = r.residual, salt = case when r.keep then e.salt end
  from unnest(ids, residuals, salts_kept) r (id, residual, keep)
  where e.id = r.id;
  return redaction_id;
end $$;
comment on function audit.redact_person(text, text) is
  'Takes the personal data of an erased person out of the trail and returns the id of the redaction''s event. Errors: TT001 no open command, TT005 not erased.';

-- AUD-02: taking in a seal. Its columns are read from the signed text itself, and it must continue the chain; what it
-- seals is proven by `verify`, which computes every leaf again.
create function audit.add_seal(body text, key_id text, signature bytea, event_ids bigint[], leaves bytea) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  facts jsonb := body::jsonb;
  last audit.seals;
begin
  perform pg_advisory_xact_lock(hashtext('audit.add_seal'));
  select * into last from audit.seals order by number desc limit 1;
  if (facts ->> 'number')::bigint <> coalesce(last.number, 0) + 1
    or facts ->> 'previous' is distinct from encode(last.head, 'hex')
    or (facts ->> 'from')::xid8 <> coalesce((select max(s.to_xid) from audit.seals s where s.system_id = facts ->> 'system'), '0'::xid8)
  then
    raise exception 'the seal does not continue the chain' using errcode = 'TT006';
  end if;
  insert into audit.seals (number, kind, system_id, from_xid, to_xid, event_count, root, previous_head, head, body, key_id, signature,
    event_ids, leaves, sealed_at)
  values ((facts ->> 'number')::bigint, facts ->> 'kind', facts ->> 'system', (facts ->> 'from')::xid8, (facts ->> 'to')::xid8,
    (facts ->> 'count')::integer, decode(facts ->> 'root', 'hex'), decode(facts ->> 'previous', 'hex'),
    sha256('\x02'::bytea || convert_to(body, 'UTF8')), body, key_id, signature, event_ids, leaves, (facts ->> 'sealedAt')::timestamptz);
  return (facts ->> 'number')::bigint;
end $$;
comment on function audit.add_seal(text, text, bytea, bigint[], bytea) is 'Adds the next seal. Error: TT006 when it does not continue the chain.';

--! attach audit
