/** SPEC §3 organizations and departments (ORG-01…04). */
export const organizationsSql = `
create table organizations (
  id integer generated always as identity primary key,
  name text not null check (btrim(name) <> ''),
  description text,
  type text not null default 'Medical Training' check (btrim(type) <> ''),
  is_active boolean not null default true,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  time_zone text not null default 'UTC' check (is_time_zone(time_zone)),
  title_pattern text,
  show_on_landing boolean not null default false,
  max_session_timeout integer not null default 480 check (max_session_timeout between 5 and 480),
  archived_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
comment on column organizations.title_pattern is 'Text in module titles that marks the family of this organization.';
comment on column organizations.max_session_timeout is 'Minutes.';
create index organizations_name_index on organizations (lower(name));
create index organizations_landing_index on organizations (name) where show_on_landing and is_active;
create trigger touch before update on organizations for each row execute function touch_row();

create table departments (
  id integer generated always as identity primary key,
  name text not null check (btrim(name) <> ''),
  organization_id integer not null references organizations,
  description text,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  unique (id, organization_id)
);
create unique index departments_name_key on departments (organization_id, lower(name));
create trigger touch before update on departments for each row execute function touch_row();
`;
