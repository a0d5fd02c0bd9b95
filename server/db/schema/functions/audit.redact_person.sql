CREATE OR REPLACE FUNCTION audit.redact_person(person_id text, reason text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
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
end $function$;

comment on function audit.redact_person(text,text) is 'Takes the personal data of an erased person out of the trail and returns the id of the redaction''s event. Errors: TT001 no open command, TT005 not erased.';
