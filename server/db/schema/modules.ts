/** SPEC §3 training modules, their categories (MOD-02), families (ORG-04) and versions (MOD-11). */
export const modulesSql = `
create table module_families (
  code text primary key check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  group_name text not null check (btrim(group_name) <> ''),
  group_position integer not null check (group_position >= 1),
  match_order integer not null unique check (match_order >= 1),
  patterns jsonb not null default '[]' check (jsonb_typeof(patterns) = 'array')
);
comment on column module_families.group_name is 'Heading under which the modules stand; families may share one (SPEC §9).';
comment on column module_families.match_order is 'The first family with a matching pattern is the family of a title.';
comment on column module_families.patterns is 'Rules of SPEC §9 on titles: [{"kind": "prefix"|"contains", "text": text}], without regard to case.';

create table module_categories (
  id integer generated always as identity primary key,
  name text not null check (btrim(name) <> ''),
  color_index integer not null check (color_index between 0 and 5),
  position integer not null,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create unique index module_categories_name_key on module_categories (lower(name));
create index module_categories_position_index on module_categories (position);
create trigger touch before update on module_categories for each row execute function touch_row();

create table training_modules (
  id integer generated always as identity primary key,
  title text not null check (btrim(title) <> ''),
  description text not null,
  reference text check (btrim(reference) <> ''),
  content_type text not null check (content_type in ('video', 'pdf', 'self-learning', 'instructor-led', 'virtual-classroom', 'quiz',
    'presentation', 'webinar', 'hands-on', 'e-learning', 'text', 'placeholder')),
  category_id integer references module_categories on delete set null,
  family text references module_families,
  duration integer not null default 0 check (duration >= 0),
  passing_score numeric(5, 2) check (passing_score between 0 and 100),
  content_creator text,
  completion_policy text not null default 'signed' check (completion_policy in ('signed', 'self_attest', 'quiz')),
  is_active boolean not null default true,
  retired_at timestamptz,
  organization_id integer references organizations,
  created_by text references users,
  current_version_id integer,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
comment on column training_modules.duration is 'Minutes.';
comment on column training_modules.passing_score is 'Percent.';
comment on column training_modules.family is 'Set by hand; null: the family follows from the title (MOD-05).';
comment on column training_modules.organization_id is 'Null: a module of the whole installation.';
create unique index training_modules_reference_key on training_modules (organization_id, lower(reference)) nulls not distinct
  where reference is not null;
create index training_modules_title_index on training_modules (lower(title), id);
create index training_modules_category_index on training_modules (category_id);
create index training_modules_family_index on training_modules (family);
create index training_modules_organization_index on training_modules (organization_id);
create index training_modules_created_by_index on training_modules (created_by);
create index training_modules_current_version_index on training_modules (current_version_id, id);
create trigger touch before update on training_modules for each row execute function touch_row();

create table module_versions (
  id integer generated always as identity primary key,
  module_id integer not null references training_modules on delete cascade,
  number integer not null check (number >= 1),
  status text not null default 'draft' check (status in ('draft', 'published')),
  content text,
  content_url text,
  change_note text,
  effective_from timestamptz,
  content_hash text check (content_hash ~ '^[0-9a-f]{64}$'),
  created_by text references users,
  published_by text references users,
  published_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  unique (module_id, number),
  unique (id, module_id),
  check (status = 'draft' or (content_hash is not null and published_at is not null and effective_from is not null))
);
comment on column module_versions.content_hash is 'SHA-256 over the text and the hashes of the files in their order.';
create unique index module_versions_draft_key on module_versions (module_id) where status = 'draft';
create index module_versions_created_by_index on module_versions (created_by);
create index module_versions_published_by_index on module_versions (published_by);
create trigger touch before update on module_versions for each row execute function touch_row();
-- Deferred, so that a module and its first version can be deleted or made in one transaction.
alter table training_modules add foreign key (current_version_id, id) references module_versions (id, module_id)
  deferrable initially deferred;

create table module_version_files (
  id integer generated always as identity primary key,
  version_id integer not null references module_versions on delete cascade,
  file_id integer not null references files,
  position integer not null check (position >= 0),
  name text not null unique check (name !~ '[/\\\\]' and btrim(name) <> '' and name not in ('.', '..')),
  original_name text not null,
  uploaded_by text references users,
  uploaded_at timestamptz not null default app_now(),
  unique (version_id, position) deferrable initially deferred
);
comment on column module_version_files.name is 'The {filename} of GET /api/files/{filename}: one file in the whole installation.';
create index module_version_files_file_index on module_version_files (file_id);
create index module_version_files_uploaded_by_index on module_version_files (uploaded_by);
`;

/** What every installation starts with: families and order of SPEC §9, the Training Categories of SPEC §3. */
export const modulesSeedSql = `
insert into module_families (code, group_name, group_position, match_order, patterns) values
  ('tp-qms', 'QMS', 1, 1, '[{"kind": "prefix", "text": "TP-QMS"}, {"kind": "prefix", "text": "TP QMS"}]'),
  ('tp-cro', 'CRO', 2, 2, '[{"kind": "prefix", "text": "TP-CRO"}, {"kind": "prefix", "text": "TP CRO"}]'),
  ('axonx', 'AxonX', 4, 3, '[{"kind": "prefix", "text": "AX-"}, {"kind": "contains", "text": "axonx"}]'),
  ('cmo-pro', 'CMO', 5, 4, '[{"kind": "prefix", "text": "CMO-"}, {"kind": "contains", "text": "cmo pro"}]'),
  ('clinpro-gcp', 'GCP', 3, 5,
    '[{"kind": "prefix", "text": "CP-"}, {"kind": "contains", "text": "clinpro"}, {"kind": "contains", "text": "gcp"}]'),
  ('trialspro', 'Other', 6, 6, '[{"kind": "contains", "text": "trialspro"}, {"kind": "contains", "text": "trialpro"}]'),
  ('other', 'Other', 6, 7, '[]');

insert into module_categories (name, color_index, position)
select name, (position - 1) % 6, position from (values ('Clinical Research', 1), ('Data Management', 2), ('Healthcare Specialist', 3),
  ('Administration', 4), ('Quality Affairs', 5), ('Medical Affairs', 6), ('Project Manager', 7)) as seed (name, position);
`;
