-- INS-01: who completed a version after the next one became effective is read along an index.
create index training_records_late_index on training_records (module_version_id, completed_at, id);
