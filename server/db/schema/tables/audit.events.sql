create table audit.events (
  id bigint not null,
  xid xid8 not null,
  system_id text not null,
  at timestamp with time zone not null,
  command_id bigint,
  kind text not null,
  action text not null,
  actor_id text,
  organization_id integer,
  subject_id text,
  object_type text,
  object_id text,
  outcome text not null,
  header text not null,
  salt bytea,
  payload text,
  payload_hash bytea not null,
  residual text,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_kind_check CHECK ((kind = ANY (ARRAY['command'::text, 'insert'::text, 'update'::text, 'delete'::text, 'access'::text, 'redaction'::text])))
);
comment on column audit.events.system_id is 'Identifier of the database cluster that wrote the event: a restored copy has another.';
comment on column audit.events.subject_id is 'The person whom the changed record is about.';
comment on column audit.events.header is 'JSON text with all facts but personal ones: hashed as stored.';
comment on column audit.events.payload is 'JSON text with before and after, or reason and circumstances; null once redacted.';
comment on column audit.events.payload_hash is 'SHA-256 of salt and payload, kept when the payload is redacted.';
comment on column audit.events.residual is 'What a redaction left of the payload.';
CREATE INDEX events_action_index ON audit.events USING btree (action, id) WHERE (kind = ANY (ARRAY['command'::text, 'access'::text, 'redaction'::text]));
CREATE INDEX events_actor_index ON audit.events USING btree (actor_id, id) WHERE (kind = ANY (ARRAY['command'::text, 'access'::text, 'redaction'::text]));
CREATE UNIQUE INDEX events_command_key ON audit.events USING btree (xid, system_id) WHERE (kind = 'command'::text);
CREATE INDEX events_command_of_left_organization_index ON audit.events USING btree (((((COALESCE(payload, residual))::jsonb #>> '{before,organization_id}'::text[]))::integer), COALESCE(command_id, id)) WHERE ((kind = 'update'::text) AND (object_type = ANY (ARRAY['users'::text, 'user_periods'::text, 'training_modules'::text, 'training_matrices'::text, 'departments'::text])) AND (COALESCE(payload, residual) ~~ '%"organization_id"%'::text));
CREATE INDEX events_command_of_organization_index ON audit.events USING btree (organization_id, COALESCE(command_id, id));
CREATE INDEX events_head_index ON audit.events USING btree (id) WHERE ((kind = 'command'::text) OR ((kind = 'access'::text) AND (command_id IS NULL)));
CREATE INDEX events_head_time_index ON audit.events USING btree (at, id) WHERE ((kind = 'command'::text) OR ((kind = 'access'::text) AND (command_id IS NULL)));
CREATE INDEX events_object_index ON audit.events USING btree (object_type, object_id, id);
CREATE INDEX events_part_index ON audit.events USING btree (object_type, COALESCE(((COALESCE(payload, residual))::jsonb #>> '{after,matrix_id}'::text[]), ((COALESCE(payload, residual))::jsonb #>> '{after,version_id}'::text[]))) WHERE ((kind = 'insert'::text) AND (object_type = ANY (ARRAY['training_matrix'::text, 'matrix_members'::text, 'module_version_files'::text])));
CREATE INDEX events_reason_index ON audit.events USING gin (to_tsvector('simple'::regconfig, regexp_replace(((COALESCE(payload, residual))::jsonb ->> 'reason'::text), '[[:punct:]]+'::text, ' '::text, 'g'::text))) WHERE ((kind = 'command'::text) AND (COALESCE(payload, residual) ~~ '%"reason": %'::text));
CREATE INDEX events_restore_index ON audit.events USING btree (at) WHERE ((kind = 'command'::text) AND (action = 'system.restore'::text));
CREATE INDEX events_seal_index ON audit.events USING btree (system_id, xid, id);
CREATE INDEX events_subject_index ON audit.events USING btree (subject_id, id) WHERE (subject_id IS NOT NULL);
CREATE INDEX events_time_index ON audit.events USING brin (at);
CREATE TRIGGER append_only BEFORE DELETE ON audit.events FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON audit.events FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER append_only_update BEFORE UPDATE ON audit.events FOR EACH ROW EXECUTE FUNCTION audit.allow_redaction_only();
grant select on audit.events to application;
