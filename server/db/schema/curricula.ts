/** SPEC §3 training matrix: the matrices, their entries, explicit members and the templates of §7 (MTX-02, MTX-06). */
export const curriculaSql = `
create table training_matrices (
  id integer generated always as identity primary key,
  name text not null check (btrim(name) <> ''),
  organization_id integer references organizations,
  department_id integer,
  job_title text check (btrim(job_title) <> '' and length(job_title) <= 200),
  template_key text,
  is_active boolean not null default true,
  created_by text references users,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  foreign key (department_id, organization_id) references departments (id, organization_id),
  check (department_id is null or organization_id is not null)
);
comment on column training_matrices.department_id is 'Null matches any department (MTX-06); so do organization and job title.';
create unique index training_matrices_name_key on training_matrices (organization_id, lower(name)) nulls not distinct;
create index training_matrices_name_index on training_matrices (lower(name));
create index training_matrices_department_index on training_matrices (department_id, organization_id);
create index training_matrices_job_title_index on training_matrices (lower(job_title));
create index training_matrices_created_by_index on training_matrices (created_by);
create trigger touch before update on training_matrices for each row execute function touch_row();

create table training_matrix (
  id integer generated always as identity primary key,
  matrix_id integer not null references training_matrices on delete cascade,
  module_id integer not null references training_modules,
  is_required boolean not null default true,
  days_to_due integer not null default 30 check (days_to_due between 0 and 3650),
  renewal_period integer check (renewal_period between 1 and 120),
  created_by text references users,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  unique (matrix_id, module_id)
);
comment on table training_matrix is 'The entries of a matrix, one row a module.';
comment on column training_matrix.renewal_period is 'Months; null: no renewal.';
create index training_matrix_module_index on training_matrix (module_id);
create index training_matrix_created_by_index on training_matrix (created_by);
create trigger touch before update on training_matrix for each row execute function touch_row();

create table matrix_members (
  id integer generated always as identity primary key,
  matrix_id integer not null references training_matrices,
  user_id text not null references users,
  added_by text references users,
  added_at timestamptz not null default app_now(),
  removed_at timestamptz,
  removed_by text references users
);
comment on table matrix_members is 'Explicit membership (MTX-06): ends only by removal.';
create unique index matrix_members_open_key on matrix_members (matrix_id, user_id) where removed_at is null;
create index matrix_members_matrix_index on matrix_members (matrix_id);
create index matrix_members_user_index on matrix_members (user_id);
create index matrix_members_added_by_index on matrix_members (added_by);
create index matrix_members_removed_by_index on matrix_members (removed_by);

create table matrix_templates (
  key text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null unique,
  job_title text,
  family_codes text[] not null default '{}',
  days_to_due integer not null default 30 check (days_to_due between 0 and 3650),
  renewal_period integer check (renewal_period between 1 and 120),
  position integer not null
);
comment on column matrix_templates.family_codes is 'A matrix made from the template starts with the active modules of these families.';
alter table training_matrices add foreign key (template_key) references matrix_templates;
create index training_matrices_template_index on training_matrices (template_key);
`;

/** The templates of every new installation: one for each Training Category of SPEC §3. */
export const curriculaSeedSql = `
insert into matrix_templates (key, name, job_title, family_codes, renewal_period, position) values
  ('clinical-research', 'Clinical Research', 'Clinical Research', '{tp-qms,tp-cro,clinpro-gcp}', 24, 1),
  ('data-management', 'Data Management', 'Data Management', '{tp-qms,clinpro-gcp}', 24, 2),
  ('healthcare-specialist', 'Healthcare Specialist', 'Healthcare Specialist', '{tp-qms,clinpro-gcp}', 24, 3),
  ('administration', 'Administration', 'Administration', '{tp-qms}', null, 4),
  ('quality-affairs', 'Quality Affairs', 'Quality Affairs', '{tp-qms,clinpro-gcp}', 24, 5),
  ('medical-affairs', 'Medical Affairs', 'Medical Affairs', '{tp-qms,cmo-pro,clinpro-gcp}', 24, 6),
  ('project-manager', 'Project Manager', 'Project Manager', '{tp-qms,tp-cro,clinpro-gcp}', 24, 7);
`;
