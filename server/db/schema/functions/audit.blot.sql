CREATE OR REPLACE FUNCTION audit.blot(value jsonb, pattern text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  case jsonb_typeof(value)
    when 'string' then
      return to_jsonb(regexp_replace(value #>> '{}', pattern, '[erased]', 'gi'));
    when 'array' then
      return coalesce((select jsonb_agg(audit.blot(v, pattern) order by n) from jsonb_array_elements(value) with ordinality x (v, n)), '[]');
    when 'object' then
      return coalesce((select jsonb_object_agg(k, audit.blot(v, pattern)) from jsonb_each(value) x (k, v)), '{}');
    else
      return value;
  end case;
end $function$;

revoke execute on function audit.blot(jsonb,text) from application;
