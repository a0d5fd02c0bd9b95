-- HR-01…05: the tables of the HR area, and signatures under them.

-- HR-01…05: documents with versions and files, CVs, agreements, organization documents, registrations.
create table hr_registrations (
  id integer generated always as identity primary key,
  organization_id integer not null references organizations,
  name text not null check (btrim(name) <> ''),
  number text not null check (btrim(number) <> ''),
  authority text not null check (btrim(authority) <> ''),
  country text not null check (btrim(country) <> ''),
  address text,
  contact_name text,
  contact_email text,
  contact_phone text,
  valid_until date,
  created_by text references users,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
comment on table hr_registrations is 'Where an organization is registered, and until when (HR-01).';
create index hr_registrations_organization_index on hr_registrations (organization_id, lower(name), id);
create index hr_registrations_valid_until_index on hr_registrations (valid_until) where valid_until is not null;
create index hr_registrations_created_by_index on hr_registrations (created_by);
create trigger touch before update on hr_registrations for each row execute function touch_row();

create table hr_agreements (
  id integer generated always as identity primary key,
  organization_id integer not null references organizations,
  title text not null check (btrim(title) <> ''),
  kind text not null check (kind in ('consulting', 'services', 'confidentiality', 'advisory', 'other')),
  party_user_id text references users,
  party_name text check (btrim(party_name) <> ''),
  party_email text check (btrim(party_email) <> ''),
  starts_on date not null,
  ends_on date,
  notice_days integer not null default 30 check (notice_days between 0 and 730),
  status text not null default 'draft' check (status in ('draft', 'out_for_signature', 'active', 'terminated')),
  sent_at timestamptz,
  activated_at timestamptz,
  terminated_at timestamptz,
  terminated_by text references users,
  terminated_reason text,
  created_by text references users,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  check (ends_on >= starts_on),
  check (num_nonnulls(party_user_id, party_name) = 1),
  check (party_email is null or party_user_id is null),
  check ((status = 'terminated') = (terminated_at is not null)),
  check (status <> 'terminated' or btrim(terminated_reason) <> ''),
  check (status <> 'active' or activated_at is not null)
);
comment on column hr_agreements.party_user_id is 'The other party where it has an account; else party_name and party_email.';
comment on column hr_agreements.status is 'Expiring and expired follow from ends_on and today and are never stored (HR-03).';
create index hr_agreements_organization_index on hr_agreements (organization_id, status, id);
create index hr_agreements_party_index on hr_agreements (party_user_id);
create index hr_agreements_ends_on_index on hr_agreements (ends_on) where status = 'active' and ends_on is not null;
create index hr_agreements_terminated_by_index on hr_agreements (terminated_by);
create index hr_agreements_created_by_index on hr_agreements (created_by);
create trigger touch before update on hr_agreements for each row execute function touch_row();

create table hr_documents (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('cv', 'agreement', 'organization', 'registration')),
  organization_id integer references organizations,
  person_id text references users,
  agreement_id integer references hr_agreements,
  registration_id integer references hr_registrations,
  title text check (btrim(title) <> ''),
  category text check (category in ('policy', 'procedure', 'contract', 'insurance', 'license', 'handbook', 'form', 'other')),
  owner_id text references users,
  current_version_id integer,
  signed_version_id integer,
  archived_at timestamptz,
  created_by text references users,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  check ((kind = 'cv') = (person_id is not null)),
  check ((kind = 'cv') = (organization_id is null)),
  check ((kind = 'agreement') = (agreement_id is not null)),
  check ((kind = 'registration') = (registration_id is not null)),
  check ((kind = 'organization') = (category is not null)),
  check (kind <> 'organization' or title is not null),
  check (signed_version_id is null or kind = 'cv')
);
comment on column hr_documents.organization_id is 'Null for a CV: it goes with its person.';
comment on column hr_documents.signed_version_id is 'The newest version of a CV that its owner signed (HR-02).';
create unique index hr_documents_person_key on hr_documents (person_id);
create unique index hr_documents_agreement_key on hr_documents (agreement_id);
create index hr_documents_registration_index on hr_documents (registration_id);
create index hr_documents_organization_index on hr_documents (organization_id, kind, lower(title), id);
create index hr_documents_owner_index on hr_documents (owner_id);
create index hr_documents_created_by_index on hr_documents (created_by);
create trigger touch before update on hr_documents for each row execute function touch_row();

create table hr_document_versions (
  id integer generated always as identity primary key,
  document_id integer not null references hr_documents,
  number integer not null check (number >= 1),
  file_id integer not null references files,
  original_name text not null,
  note text,
  effective_on date,
  review_on date,
  signed_at timestamptz,
  valid_until date,
  uploaded_by text references users,
  uploaded_at timestamptz not null default app_now(),
  unique (document_id, number),
  unique (id, document_id),
  check ((signed_at is null) = (valid_until is null))
);
comment on column hr_document_versions.signed_at is 'When the owner of a CV signed it (HR-02).';
comment on column hr_document_versions.valid_until is 'Last day on which a signed CV is valid.';
create index hr_document_versions_file_index on hr_document_versions (file_id);
create index hr_document_versions_uploaded_by_index on hr_document_versions (uploaded_by);
create index hr_document_versions_uploaded_at_index on hr_document_versions (uploaded_at);
create index hr_document_versions_valid_until_index on hr_document_versions (valid_until) where valid_until is not null;
create index hr_document_versions_review_index on hr_document_versions (review_on) where review_on is not null;
alter table hr_documents
  add foreign key (current_version_id, id) references hr_document_versions (id, document_id) deferrable initially deferred,
  add foreign key (signed_version_id, id) references hr_document_versions (id, document_id) deferrable initially deferred;
create index hr_documents_current_version_index on hr_documents (current_version_id, id);
create index hr_documents_signed_version_index on hr_documents (signed_version_id, id);

create table hr_acknowledgements (
  id integer generated always as identity primary key,
  version_id integer not null references hr_document_versions,
  user_id text not null references users,
  requested_by text references users,
  requested_at timestamptz not null default app_now(),
  acknowledged_at timestamptz,
  withdrawn_at timestamptz,
  unique (version_id, user_id),
  check (acknowledged_at is null or withdrawn_at is null)
);
comment on table hr_acknowledgements is 'Who is asked to read a version of an organization document, and who acknowledged it (HR-04).';
create index hr_acknowledgements_user_index on hr_acknowledgements (user_id);
create index hr_acknowledgements_requested_by_index on hr_acknowledgements (requested_by);

create table hr_cv_requests (
  id integer generated always as identity primary key,
  user_id text not null references users,
  requested_by text references users,
  requested_at timestamptz not null default app_now(),
  opened_at timestamptz,
  fulfilled_at timestamptz
);
comment on table hr_cv_requests is 'CVs that were asked for by mail (HR-02).';
create index hr_cv_requests_user_index on hr_cv_requests (user_id, requested_at);
create index hr_cv_requests_requested_by_index on hr_cv_requests (requested_by);

alter table one_time_tokens drop constraint one_time_tokens_kind_check;
alter table one_time_tokens add constraint one_time_tokens_kind_check
  check (kind in ('password_reset', 'email_confirmation', 'invitation', 'cv_request'));

alter table signatures drop constraint signatures_record_type_check;
alter table signatures add constraint signatures_record_type_check
  check (record_type in ('training_records', 'hr_document_versions', 'hr_agreements', 'hr_acknowledgements'));
alter table signatures
  add column hr_document_version_id integer generated always as (case when record_type = 'hr_document_versions' then record_id end) stored
    references hr_document_versions,
  add column hr_agreement_id integer generated always as (case when record_type = 'hr_agreements' then record_id end) stored
    references hr_agreements,
  add column hr_acknowledgement_id integer generated always as (case when record_type = 'hr_acknowledgements' then record_id end) stored
    references hr_acknowledgements;
create index signatures_hr_document_version_index on signatures (hr_document_version_id) where hr_document_version_id is not null;
create index signatures_hr_agreement_index on signatures (hr_agreement_id) where hr_agreement_id is not null;
create index signatures_hr_acknowledgement_index on signatures (hr_acknowledgement_id) where hr_acknowledgement_id is not null;

--! attach audit

--! command: the HR area

-- How long a signed CV is valid (HR-02): data, not code.
insert into settings (key, value) values ('hr.cv', '{"validMonths": 24}') on conflict do nothing;
