CREATE OR REPLACE FUNCTION public.keep_person_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into person_history (user_id, replaced_at, email, first_name, last_name, erased_at)
  values (old.id, app_now(), old.email, old.first_name, old.last_name, old.erased_at)
  on conflict do nothing;
  if new.erased_at is not null then
    update person_history set email = new.email, first_name = new.first_name, last_name = new.last_name where user_id = new.id;
  end if;
  return null;
end $function$;
