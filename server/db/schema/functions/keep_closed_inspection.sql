CREATE OR REPLACE FUNCTION public.keep_closed_inspection()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  -- Of its texts an erasure takes a person's name away.
  if old.closed_at is not null and (tg_op = 'DELETE' or to_jsonb(new) - array['title', 'purpose', 'closing_reason']
      is distinct from to_jsonb(old) - array['title', 'purpose', 'closing_reason']) then
    raise exception 'inspection % is closed and stays as it is', old.id using errcode = 'TT003';
  end if;
  return new;
end $function$;
