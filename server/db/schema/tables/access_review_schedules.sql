create table access_review_schedules (
  organization_id integer not null,
  every_months integer not null,
  constraint access_review_schedules_pkey PRIMARY KEY (organization_id),
  constraint access_review_schedules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint access_review_schedules_every_months_check CHECK (((every_months >= 1) AND (every_months <= 36)))
);
comment on table access_review_schedules is 'How often access is reviewed, where it is not the default (AUTH-17).';
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on access_review_schedules to application;
