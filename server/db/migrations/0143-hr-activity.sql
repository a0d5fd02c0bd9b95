-- PERF-03: what happened last in the HR area is read along an index from its newest end, like everything else there.

create index hr_document_versions_signed_index on hr_document_versions (signed_at) where signed_at is not null;
