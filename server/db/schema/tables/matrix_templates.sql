create table matrix_templates (
  key text not null,
  name text not null,
  job_title text,
  family_codes text[] default '{}'::text[] not null,
  days_to_due integer default 30 not null,
  renewal_period integer,
  "position" integer not null,
  constraint matrix_templates_pkey PRIMARY KEY (key),
  constraint matrix_templates_name_key UNIQUE (name),
  constraint matrix_templates_days_to_due_check CHECK (((days_to_due >= 0) AND (days_to_due <= 3650))),
  constraint matrix_templates_key_check CHECK ((key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  constraint matrix_templates_renewal_period_check CHECK (((renewal_period >= 1) AND (renewal_period <= 120)))
);
comment on column matrix_templates.family_codes is 'A matrix made from the template starts with the active modules of these families.';
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on matrix_templates to application;
