-- The completion report. The completions of the page: $1 are the ids.
select r.id, r.organization_id, r.assignment_id, r.cycle, r.user_id, r.module_id, r.module_title, r.module_reference,
  r.version_number, r.version_hash, r.completion_policy, r.score, r.passing_score, r.completed_at, r.time_zone,
  r.expires_on, r.kind, r.module_version_id, encode(sha256(convert_to(r.record_bytes, 'UTF8')), 'hex') as bytes_hash, r.record_hash,
  (a.user_id, a.module_id, a.cycle, a.completed_at) = (r.user_id, r.module_id, r.cycle, r.completed_at)
    and a.score is not distinct from r.score and a.status in ('completed', 'voided') as assignment_agrees,
  t.title = r.module_title or exists (
    select 1 from audit.events e
    where e.object_type = 'training_modules' and e.object_id = t.id::text and e.kind in ('insert', 'update')
      and e.payload::jsonb -> 'after' ->> 'title' = t.title) as title_explained
from training_records r
join training_assignments a on a.id = r.assignment_id
join training_modules t on t.id = r.module_id
where r.id = any($1::int[])
