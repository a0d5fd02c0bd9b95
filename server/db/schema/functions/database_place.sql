CREATE OR REPLACE FUNCTION public.database_place()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$ select audit.system_id() || '/' || (select oid::text from pg_database where datname = current_database()) $function$;

comment on function database_place() is 'Cluster and database: a copy that was restored elsewhere has another place.';
