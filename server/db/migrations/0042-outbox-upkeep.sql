-- NOT-02: the outbox stays small, and is searched and counted without reading all of it.

-- NOT-02: the outbox is searched by any part of an address by an index, where the extension of the people's search is
-- there (0006); sent mails are found by their age, to be removed, and keep no secret.
create index mail_outbox_sent_index on mail_outbox (sent_at) where state = 'sent';
update mail_outbox set payload = payload - 'secret' where state = 'sent' and payload ? 'secret';

do $$
declare
  place name := (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm');
begin
  if place is null then
    raise warning 'mail_outbox_search_index is missing, because the extension pg_trgm is not there';
  else
    execute format('create index mail_outbox_search_index on mail_outbox using gin (lower(to_address) %I.gin_trgm_ops)', place);
  end if;
end $$;
