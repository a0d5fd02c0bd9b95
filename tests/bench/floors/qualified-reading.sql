-- The reading in the trail, which has to be on disk before the answer leaves (AUD-01).
select audit.record_access('training_file.read', 'users', $1::text, jsonb_build_object('subjectId', $1::text, 'part', 'qualified'))
