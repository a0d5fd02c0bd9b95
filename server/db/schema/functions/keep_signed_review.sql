CREATE OR REPLACE FUNCTION public.keep_signed_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.state <> 'open' then
    raise exception 'access review % is over and stays as it is', old.id using errcode = 'TT003';
  end if;
  return new;
end $function$;
