/** USR-08: what the trail knows of an erased person, for the function that takes it out of the trail. */
export const textsOfPersonSql = `
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
$$;`;

/**
 * USR-08: the one audited way to take personal data out of the trail. The payload and its salt go, what is left of it stays as
 * `residual`, and the event of the redaction lists every event with the hash of its residual, so that seals still verify and
 * `verify` can tell a redaction from a deletion.
 */
export const auditRedactionSql = `
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
  select coalesce(string_agg(case when whole_words then '(?<!\\w)' || escaped || '(?!\\w)' else escaped end, '|' order by length(escaped) desc), '(?!)')
  from (
    -- The names of a person are written with other things between them too, as in names of files.
    select distinct regexp_replace(regexp_replace(form, '([.^$*+?()\\[\\]{}|\\\\])', '\\\\\\1', 'g'), ' +', '(?:[ _.+-]|%20)+', 'g') as escaped
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

${textsOfPersonSql}
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
`;
