-- The reading in the trail, which has to be on disk before the answer leaves (AUD-01).
select audit.record_access('qualified.read', 'training_modules', $2::text, jsonb_build_object('subjectId', $1::text, 'day', $3::text))
