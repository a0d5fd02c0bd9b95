-- People and groups that a company directory manages (SCIM 2.0).
create table directory_people (
  user_id text primary key references users,
  position bigint generated always as identity,
  user_name text not null check (btrim(user_name) <> '' and length(user_name) <= 200),
  external_id text check (length(external_id) <= 200),
  attributes jsonb not null check (jsonb_typeof(attributes) = 'object' and octet_length(attributes::text) <= 65536),
  manager_reference text check (length(manager_reference) <= 200),
  organization_id integer references organizations,
  role_by_group boolean not null default false,
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
comment on table directory_people is 'The people that a company directory manages, as it described them.';
comment on column directory_people.position is 'The order of the list.';
comment on column directory_people.user_name is 'The name of the person in the directory.';
comment on column directory_people.external_id is 'The key of the person in the directory.';
comment on column directory_people.attributes is 'What the directory sent about the person, without names of TrainTrail''s own columns and without passwords.';
comment on column directory_people.manager_reference is 'The manager that the directory named; kept if that person does not exist yet.';
comment on column directory_people.organization_id is 'The organization of the token that added the person; null: all.';
comment on column directory_people.role_by_group is 'The role comes from a group, and ends with the membership.';
create unique index directory_people_user_name_key on directory_people (lower(user_name));
create unique index directory_people_position_key on directory_people (position);
create index directory_people_organization_index on directory_people (organization_id);
create index directory_people_external_id_index on directory_people (external_id);
create index directory_people_manager_index on directory_people (lower(manager_reference)) where manager_reference is not null;

create table directory_groups (
  id integer generated always as identity primary key,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  external_id text check (length(external_id) <= 200),
  organization_id integer references organizations,
  role text check (role in ('manager')),
  revision integer not null default 1,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
comment on table directory_groups is 'Groups that a company directory sent.';
comment on column directory_groups.organization_id is 'The organization of the token that created the group; null: all.';
comment on column directory_groups.role is 'The role that an administrator chose for the members; null: none.';
create index directory_groups_organization_index on directory_groups (organization_id);
create index directory_groups_name_index on directory_groups (lower(name));

create table directory_members (
  group_id integer not null references directory_groups on delete cascade,
  reference text not null check (reference <> '' and length(reference) <= 200),
  display text check (length(display) <= 200),
  user_id text references users,
  primary key (group_id, reference)
);
comment on table directory_members is 'The members of groups of a company directory.';
comment on column directory_members.reference is 'The member as the directory named it; kept if that person does not exist yet.';
create index directory_members_user_index on directory_members (user_id);
create index directory_members_reference_index on directory_members (lower(reference)) where user_id is null;
--! attach audit
