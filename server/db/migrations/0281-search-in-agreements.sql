-- HR-03, PERF-03: agreements are searched by any part of the title and of a party without an account by an index, where the extension of
-- the people's search is there (0006).
do $$
declare
  place name := (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm');
begin
  if place is null then
    raise warning 'hr_agreements_search_index is missing, because the extension pg_trgm is not there';
  else
    execute format('create index hr_agreements_search_index on hr_agreements using gin
      (lower(title || chr(10) || coalesce(party_name, '''') || chr(10) || coalesce(party_email, '''')) %I.gin_trgm_ops)', place);
  end if;
end $$;
