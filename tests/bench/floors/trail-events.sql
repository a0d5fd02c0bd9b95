-- Everything that a check of the trail has to read.
select id, xid::text, system_id, at, command_id, kind, action, actor_id, organization_id, subject_id, object_type, object_id, outcome, header,
  salt, payload, payload_hash, residual
from audit.events order by id
