CREATE OR REPLACE FUNCTION public.installation_key()
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtext('installation.key'));
  return (select key_fingerprint from public.installation);
end $function$;

comment on function installation_key() is 'The fingerprint of the secret of today, which stays so until this transaction ends (OPS-09).';
