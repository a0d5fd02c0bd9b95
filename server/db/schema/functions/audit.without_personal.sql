CREATE OR REPLACE FUNCTION audit.without_personal(payload jsonb, part text, personal text[], standing jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when payload ? part then jsonb_build_object(part, coalesce((
    select jsonb_object_agg(key, value) from jsonb_each(payload -> part)
    where key <> all (personal) or value = 'null' or (standing is not null and value = standing -> key)), '{}')) else '{}' end
$function$;

revoke execute on function audit.without_personal(jsonb,text,text[],jsonb) from application;
