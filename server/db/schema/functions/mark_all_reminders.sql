CREATE OR REPLACE FUNCTION public.mark_all_reminders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_level = 'STATEMENT' then
    if tg_op = 'INSERT' then
      if not exists (select from new_rows) then return null; end if;
    elsif tg_op = 'DELETE' then
      if not exists (select from old_rows) then return null; end if;
    elsif not exists (select * from new_rows except select * from old_rows) then
      return null;
    end if;
  end if;
  insert into reminder_changes (user_id) select id from users where erased_at is null order by id;
  return null;
end $function$;
