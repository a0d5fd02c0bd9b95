CREATE OR REPLACE FUNCTION public.keep_sign_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into sign_in_history (user_id, at) values (new.id, new.last_sign_in_at) on conflict do nothing;
  return null;
end $function$;
