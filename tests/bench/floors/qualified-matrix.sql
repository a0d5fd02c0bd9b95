-- Everybody who was in an organization at the end of the day $2, with every module of the matrix $1: each cycle as it was then, its record and the
-- signature under it.
with places as materialized (
  select n.user_id, o.id as organization_id, ($2::date + 1)::timestamp at time zone o.time_zone as until
  from organizations o join user_periods n on n.organization_id = o.id
  where n.is_active and n.valid_from < ($2::date + 1)::timestamp at time zone o.time_zone
    and (n.valid_to is null or n.valid_to >= ($2::date + 1)::timestamp at time zone o.time_zone)
)
select p.user_id, e.module_id, a.id, a.cycle, coalesce(h.status, a.status) as status, coalesce(h.due_date, a.due_date) as due_date,
  r.id as record_id, r.version_number, r.completed_at, r.expires_on, r.time_zone, r.recorded_at, r.kind, r.record_hash, c.number,
  s.signer_id, s.printed_name, s.signed_at, s.signature_hash, s.signature_mac, s.key_id
from places p
join training_matrix e on e.matrix_id = $1::int
left join training_assignments a on a.user_id = p.user_id and a.module_id = e.module_id and a.created_at < p.until
left join lateral (
  select * from assignment_history h where h.assignment_id = a.id and h.replaced_at >= p.until order by h.replaced_at limit 1
) h on true
left join training_records r on r.assignment_id = a.id
left join certificates c on c.training_record_id = r.id
left join signatures s on s.training_record_id = r.id
order by p.user_id, e.module_id, a.cycle
