create table audit.command_proofs (
  system_id text not null,
  xid xid8 not null,
  command_id bigint not null,
  events integer not null,
  begins boolean not null,
  key_id text not null,
  mac bytea not null,
  constraint command_proofs_pkey PRIMARY KEY (system_id, xid),
  constraint command_proofs_command_id_key UNIQUE (command_id),
  constraint command_proofs_events_check CHECK ((events >= 1)),
  constraint command_proofs_mac_check CHECK ((length(mac) = 32))
);
comment on table audit.command_proofs is 'One row for each command: the application''s MAC over all events of its transaction.';
comment on column audit.command_proofs.begins is 'No command before this one was proven: the installation is older than proofs, or new.';
CREATE INDEX command_proofs_begins_index ON audit.command_proofs USING btree (command_id) WHERE begins;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit.command_proofs FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON audit.command_proofs FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
grant select on audit.command_proofs to application;
