CREATE OR REPLACE FUNCTION public.today_in(zone text)
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$select (app_now() at time zone zone)::date$function$;

comment on function today_in(text) is 'Calendar date in an IANA time zone.';
