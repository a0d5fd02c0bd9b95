-- The first page of the trail: the newest commands and readings, each with its first rows and what they changed.
with heads as materialized (
  select e.id, e.kind, e.action, e.at, e.actor_id, e.subject_id, e.object_type, e.object_id, coalesce(e.payload, e.residual) as data,
    e.system_id, e.xid
  from audit.events e where e.kind = 'command' or (e.kind = 'access' and e.command_id is null)
  order by e.id desc limit $1::int + 1
)
select h.id, h.action, h.at, h.actor_id as "actorId", h.data::jsonb ->> 'reason' as reason, own.people, own.changes
from heads h left join lateral (
  select array_agg(r.subject_id) as people, json_agg(json_build_object('type', r.object_type, 'id', r.object_id, 'data', r.data::json)) as changes
  from (
    select r.subject_id, r.object_type, r.object_id, coalesce(r.payload, r.residual) as data from audit.events r
    where h.kind = 'command' and r.system_id = h.system_id and r.xid = h.xid and r.command_id = h.id and r.id <> h.id order by r.id limit 41
  ) r
) own on true
order by h.id desc
