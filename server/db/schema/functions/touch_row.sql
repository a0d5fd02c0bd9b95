CREATE OR REPLACE FUNCTION public.touch_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.updated_at := app_now();
  new.revision := old.revision + 1;
  return new;
end $function$;
