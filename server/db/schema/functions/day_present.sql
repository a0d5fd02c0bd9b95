CREATE OR REPLACE FUNCTION public.day_present(person text, day date)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  a record;
begin
  for a in select first_day, last_day from absences where user_id = person and ended_at is null
    and (last_day is null or last_day >= day) order by first_day
  loop
    exit when a.first_day > day;
    if a.last_day is null then
      return null;
    end if;
    day := greatest(day, a.last_day + 1);
  end loop;
  return day;
end $function$;

comment on function day_present(text,date) is 'The day itself, or the first day after it on which the person is not away; null while the return is not known (USR-10).';
