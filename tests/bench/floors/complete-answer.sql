-- The floor of a completion, last: the completed assignment with its signature, as the call answers it. $1 is the assignment.
select a.*, t.title, r.record_bytes, r.record_hash, g.printed_name, g.signed_at, g.meaning, g.signature_hash, c.number, c.code
from training_assignments a
join training_modules t on t.id = a.module_id
join training_records r on r.assignment_id = a.id
join signatures g on g.record_type = 'training_records' and g.record_id = r.id
join certificates c on c.training_record_id = r.id
where a.id = $1
