-- AUD-03: the trail for people, page by page, whatever its length.

-- One row of the screen each: commands, and reads and attempts outside of one.
create index events_head_index on audit.events (id) where kind = 'command' or (kind = 'access' and command_id is null);
-- Where in the ids the days begin and end that are asked for.
create index events_head_time_index on audit.events (at, id) where kind = 'command' or (kind = 'access' and command_id is null);
-- The commands of an organization, which no index found by their rows: from one to the next one before it, however many rows each has.
drop index audit.events_organization_index;
create index events_command_of_organization_index on audit.events (organization_id, (coalesce(command_id, id)));
-- The same for the organization that a record left.
create index events_command_of_left_organization_index on audit.events
  (((coalesce(payload, residual)::jsonb #>> '{before,organization_id}')::integer), (coalesce(command_id, id)))
  where kind = 'update' and object_type in ('users', 'user_periods', 'training_modules', 'training_matrices', 'departments')
    and coalesce(payload, residual) like '%"organization_id"%';
-- Words of reasons, whatever stands between them.
create index events_reason_index on audit.events
  using gin (to_tsvector('simple', regexp_replace(coalesce(payload, residual)::jsonb ->> 'reason', '[[:punct:]]+', ' ', 'g')))
  where kind = 'command' and coalesce(payload, residual) like '%"reason": %';
-- Rows that belong to a matrix or a version, also those that were removed since.
create index events_part_index on audit.events
  (object_type, (coalesce((coalesce(payload, residual)::jsonb #>> '{after,matrix_id}'), (coalesce(payload, residual)::jsonb #>> '{after,version_id}'))))
  where kind = 'insert' and object_type in ('training_matrix', 'matrix_members', 'module_version_files');
