-- HR-01, PERF-03: the counts of the HR area are read from these indexes, without the rows themselves.
drop index hr_acknowledgements_open_index;
create index hr_acknowledgements_open_index on hr_acknowledgements (version_id, user_id)
  where acknowledged_at is null and withdrawn_at is null;
drop index hr_documents_person_key;
create unique index hr_documents_person_key on hr_documents (person_id) include (current_version_id, signed_version_id);
