/**
 * AUD-02: the proof of a command: who holds the key of the installation made it with exactly these events. The database counts and
 * hashes the events of the transaction, the application signs that with a key that the database never sees.
 */
export const auditProofsSql = `
create table audit.command_proofs (
  system_id text not null,
  xid xid8 not null,
  command_id bigint not null unique,
  events integer not null check (events >= 1),
  begins boolean not null,
  key_id text not null,
  mac bytea not null check (length(mac) = 32),
  primary key (system_id, xid)
);
comment on table audit.command_proofs is 'One row for each command: the application''s MAC over all events of its transaction.';
comment on column audit.command_proofs.begins is 'No command before this one was proven: the installation is older than proofs, or new.';
create index command_proofs_begins_index on audit.command_proofs (command_id) where begins;
create trigger append_only before update or delete on audit.command_proofs for each row execute function audit.refuse_change();
create trigger append_only_truncate before truncate on audit.command_proofs for each statement execute function audit.refuse_change();

create function audit.command_digest() returns table (system_id text, xid text, command_id bigint, events integer, digest bytea, begins boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.system_id, c.xid::text, c.id, count(*)::integer, sha256(string_agg(audit.leaf(e.header, e.payload_hash), ''::bytea order by e.id)),
    not exists (select 1 from audit.command_proofs p where p.begins)
  from audit.open_command() c join audit.events e on e.xid = c.xid and e.system_id = c.system_id
  group by c.system_id, c.xid, c.id
$$;
comment on function audit.command_digest() is 'What this transaction wrote to the trail so far, for the proof of its command; no row without one.';

create function audit.prove_command(events integer, begins boolean, key_id text, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  command audit.events := audit.require_command('command_proofs');
begin
  insert into audit.command_proofs (system_id, xid, command_id, events, begins, key_id, mac)
  values (command.system_id, command.xid, command.id, events, begins, key_id, mac);
end $$;
comment on function audit.prove_command(integer, boolean, text, bytea) is 'Keeps the proof of the open command. Error: TT001 without one.';
`;
