-- AUD-02: events that another cluster left unsealed are found whatever was sealed since.

-- Where sealing goes on in each cluster that ever wrote events (AUD-02). The clusters are found by jumping from one to the
-- next in the index: there are one or two of them, and millions of events.
drop index audit.events_seal_index;
create index events_seal_index on audit.events (system_id, xid, id);
create view audit.seal_starts as
with recursive systems (system_id) as (
  (select e.system_id from audit.events e order by e.system_id limit 1)
  union all
  select (select e.system_id from audit.events e where e.system_id > s.system_id order by e.system_id limit 1)
  from systems s where s.system_id is not null
)
select s.system_id, coalesce((select max(l.to_xid) from audit.seals l where l.system_id = s.system_id), '0'::xid8) as xid
from systems s where s.system_id is not null;
comment on view audit.seal_starts is 'Of each cluster that wrote events the first transaction that may not be sealed yet.';
