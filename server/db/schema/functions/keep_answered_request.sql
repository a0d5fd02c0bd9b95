CREATE OR REPLACE FUNCTION public.keep_answered_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  -- Of its texts an erasure takes a person's name away.
  if old.answered_at is not null and (tg_op = 'DELETE' or to_jsonb(new) - array['request', 'answer']
      is distinct from to_jsonb(old) - array['request', 'answer']) then
    raise exception 'inspection request % is answered and stays as it is', old.id using errcode = 'TT003';
  end if;
  return new;
end $function$;
