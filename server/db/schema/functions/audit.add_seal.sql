CREATE OR REPLACE FUNCTION audit.add_seal(body text, key_id text, signature bytea, event_ids bigint[], leaves bytea)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;

comment on function audit.add_seal(text,text,bytea,bigint[],bytea) is 'Adds the next seal. Error: TT006 when it does not continue the chain.';
