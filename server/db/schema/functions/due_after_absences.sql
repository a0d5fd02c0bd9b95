CREATE OR REPLACE FUNCTION public.due_after_absences(person text, due date)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  a record;
  moved boolean := false;
begin
  for a in select first_day, last_day, return_days from absences where user_id = person and ended_at is null
    and (last_day is null or last_day >= due) order by first_day
  loop
    exit when a.first_day > due;
    if a.last_day is null then
      return null;
    end if;
    if moved or due <= a.last_day then
      due := greatest(due, a.last_day + 1 + a.return_days);
      moved := true;
    end if;
  end loop;
  return due;
end $function$;

comment on function due_after_absences(text,date) is 'When a training is due whose due date would be this one without absences; null while the return is not known (USR-10).';
