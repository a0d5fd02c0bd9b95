CREATE OR REPLACE FUNCTION public.keep_signed_answers()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select 1 from access_reviews r where r.id = coalesce(new.review_id, old.review_id) and r.state <> 'open') then
    raise exception 'access review % is over and stays as it is', coalesce(new.review_id, old.review_id) using errcode = 'TT003';
  end if;
  return coalesce(new, old);
end $function$;
