-- The floor of a completion, second: record, closed assignment and signature. $1 to $10 are what the first told, $11 what is signed,
-- $12 its hash, $13 the signer's name.
with kept as (
  insert into training_records (id, assignment_id, cycle, user_id, organization_id, module_id, module_version_id, module_title,
    version_number, version_hash, completion_policy, completed_at, time_zone, kind, record_bytes, record_hash)
  overriding system value
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'signed', now(), 'UTC', 'completion', $11, $12) returning id, assignment_id
), closed as (
  update training_assignments a set status = 'completed', progress = 100, completed_at = now() from kept where a.id = kept.assignment_id
)
insert into signatures (record_type, record_id, record_hash, content_hash, signer_id, printed_name, signed_at, time_zone, meaning_code,
  statement_version, meaning, language, auth_method, agreement_version, signature_hash, signature_mac, key_id)
select 'training_records', id, $12, $10, $4, $13, now(), 'UTC', 'read_and_understood', 1, 'I have read and understood this.', 'en',
  'password', 1, $12, $12, 'floor' from kept
