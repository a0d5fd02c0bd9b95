-- PERF-03: what happened last in the HR area is read along an index from its newest end, like everything else there.

create index hr_acknowledgements_requested_index on hr_acknowledgements (requested_at);

create index hr_acknowledgements_acknowledged_index on hr_acknowledgements (acknowledged_at)
    where acknowledged_at is not null;

create index hr_document_versions_signed_index on hr_document_versions (signed_at) where signed_at is not null;
