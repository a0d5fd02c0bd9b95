CREATE OR REPLACE FUNCTION public.move_due_date()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  planned date := new.due_date;
  moved date;
begin
  if tg_op = 'UPDATE' and new.due_date is not distinct from old.due_date then
    planned := coalesce(old.due_before_absence, old.due_date);
  end if;
  if new.status not in ('not_started', 'in_progress') then
    return new;
  end if;
  moved := case when planned is not null then due_after_absences(new.user_id, planned) end;
  new.due_before_absence := case when moved is distinct from planned then planned end;
  new.due_date := moved;
  return new;
end $function$;
