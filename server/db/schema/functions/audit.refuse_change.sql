CREATE OR REPLACE FUNCTION audit.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception '%.% is append-only: % refused', tg_table_schema, tg_table_name, lower(tg_op) using errcode = 'TT003';
end $function$;

revoke execute on function audit.refuse_change() from application;
