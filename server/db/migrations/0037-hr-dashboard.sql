-- HR-01: registrations are retired with a reason; indexes of the dashboard's activity.

alter table hr_registrations
  add column retired_at timestamptz,
  add column retired_by text references users,
  add column retired_reason text,
  add constraint hr_registrations_retirement_check
    check ((retired_at is null) = (retired_reason is null) and (retired_at is not null or retired_by is null));
comment on column hr_registrations.retired_at is 'When it was taken out of use; it stays on record with its documents.';
create index hr_registrations_retired_by_index on hr_registrations (retired_by);

create index hr_document_versions_signed_at_index on hr_document_versions (signed_at) where signed_at is not null;
create index hr_acknowledgements_requested_at_index on hr_acknowledgements (requested_at);
create index hr_acknowledgements_acknowledged_at_index on hr_acknowledgements (acknowledged_at) where acknowledged_at is not null;
create index hr_acknowledgements_open_index on hr_acknowledgements (version_id)
  where acknowledged_at is null and withdrawn_at is null;
create index hr_cv_requests_requested_at_index on hr_cv_requests (requested_at);

--! attach audit
