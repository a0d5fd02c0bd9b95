create table audit.seals (
  number bigint not null,
  kind text not null,
  system_id text not null,
  from_xid xid8 not null,
  to_xid xid8 not null,
  event_count integer not null,
  root bytea not null,
  previous_head bytea,
  head bytea not null,
  body text not null,
  key_id text not null,
  signature bytea not null,
  event_ids bigint[] not null,
  leaves bytea not null,
  sealed_at timestamp with time zone not null,
  constraint seals_pkey PRIMARY KEY (number),
  constraint seals_head_key UNIQUE (head),
  constraint seals_check CHECK ((to_xid > from_xid)),
  constraint seals_check1 CHECK (((number = 1) = (previous_head IS NULL))),
  constraint seals_check2 CHECK (((event_count = cardinality(event_ids)) AND (length(leaves) = (32 * event_count)))),
  constraint seals_event_count_check CHECK ((event_count >= 0)),
  constraint seals_head_check CHECK ((length(head) = 32)),
  constraint seals_kind_check CHECK ((kind = ANY (ARRAY['regular'::text, 'continuation'::text]))),
  constraint seals_number_check CHECK ((number >= 1)),
  constraint seals_previous_head_check CHECK ((length(previous_head) = 32)),
  constraint seals_root_check CHECK ((length(root) = 32))
);
comment on column audit.seals.body is 'The exact JSON text that is hashed to the head and signed.';
comment on column audit.seals.leaves is 'The leaf hashes in their order, so that a changed event can be named.';
CREATE INDEX seals_continuation_index ON audit.seals USING btree (sealed_at) WHERE (kind = 'continuation'::text);
CREATE INDEX seals_horizon_index ON audit.seals USING btree (system_id, to_xid);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit.seals FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON audit.seals FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
grant select on audit.seals to application;
