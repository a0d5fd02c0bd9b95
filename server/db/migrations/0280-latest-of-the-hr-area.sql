-- HR-01, PERF-03: the latest steps of agreements and the latest uploads of documents, by organization and without the CVs of everybody.
create index hr_agreements_last_step_index on hr_agreements
  (organization_id, (greatest(sent_at, activated_at, declined_at, notice_given_at, terminated_at)));
create index hr_documents_newest_version_index on hr_documents (organization_id, current_version_id) where kind <> 'cv';
