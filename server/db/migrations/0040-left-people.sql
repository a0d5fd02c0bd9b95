-- HR-02, HR-04: requests of people who left or moved are withdrawn, those left open from before among them.

-- HR-02: nobody waits for the CV of a person who has left or moved.
alter table hr_cv_requests
  add column withdrawn_at timestamptz,
  add constraint hr_cv_requests_withdrawn_check check (withdrawn_at is null or fulfilled_at is null);
comment on column hr_cv_requests.withdrawn_at is 'When its person left or moved to another organization before the CV was signed.';

--! attach audit

--! command: requests of people who left

-- Before leaving and moving did this by themselves, what was open stayed open.
update hr_acknowledgements k set withdrawn_at = app_now()
from hr_document_versions v, hr_documents d, users u
where k.acknowledged_at is null and k.withdrawn_at is null and v.id = k.version_id and d.id = v.document_id and u.id = k.user_id
  and (not u.is_active or u.erased_at is not null or u.organization_id is distinct from d.organization_id);
update hr_cv_requests r set withdrawn_at = app_now()
from users u where u.id = r.user_id and r.fulfilled_at is null and (not u.is_active or u.erased_at is not null);
