CREATE OR REPLACE FUNCTION public.is_time_zone(zone text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE STRICT
AS $function$
begin
  perform timestamptz '2000-01-01 00:00+00' at time zone zone;
  return zone !~ '^[+-]?[0-9]' and zone !~* '^posix|^right';
exception when invalid_parameter_value then
  return false;
end $function$;

comment on function is_time_zone(text) is 'True for a named time zone that this server knows.';
