-- The completion report. The signatures under the completions: $1 are the ids of the completions.
select training_record_id, record_type, record_id, record_hash, content_hash, signer_id, printed_name, signed_at,
  time_zone, meaning_code, statement_version, meaning, auth_method, agreement_version, signature_hash, signature_mac,
  key_id
from signatures where training_record_id = any($1::int[]) order by id
