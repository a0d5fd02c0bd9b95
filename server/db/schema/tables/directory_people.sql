create table directory_people (
  user_id text not null,
  "position" bigint generated always as identity,
  user_name text not null,
  external_id text,
  attributes jsonb not null,
  manager_reference text,
  organization_id integer,
  role_by_group boolean default false not null,
  revision integer default 1 not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  constraint directory_people_pkey PRIMARY KEY (user_id),
  constraint directory_people_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint directory_people_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint directory_people_attributes_check CHECK (((jsonb_typeof(attributes) = 'object'::text) AND (octet_length((attributes)::text) <= 65536))),
  constraint directory_people_external_id_check CHECK ((length(external_id) <= 200)),
  constraint directory_people_manager_reference_check CHECK ((length(manager_reference) <= 200)),
  constraint directory_people_user_name_check CHECK (((btrim(user_name) <> ''::text) AND (length(user_name) <= 200)))
);
comment on table directory_people is 'The people that a company directory manages, as it described them.';
comment on column directory_people."position" is 'The order of the list.';
comment on column directory_people.user_name is 'The name of the person in the directory.';
comment on column directory_people.external_id is 'The key of the person in the directory.';
comment on column directory_people.attributes is 'What the directory sent about the person, without names of TrainTrail''s own columns and without passwords.';
comment on column directory_people.manager_reference is 'The manager that the directory named; kept if that person does not exist yet.';
comment on column directory_people.organization_id is 'The organization of the token that added the person; null: all.';
comment on column directory_people.role_by_group is 'The role comes from a group, and ends with the membership.';
CREATE INDEX directory_people_external_id_index ON public.directory_people USING btree (external_id);
CREATE INDEX directory_people_manager_index ON public.directory_people USING btree (lower(manager_reference)) WHERE (manager_reference IS NOT NULL);
CREATE INDEX directory_people_organization_index ON public.directory_people USING btree (organization_id);
CREATE UNIQUE INDEX directory_people_position_key ON public.directory_people USING btree ("position");
CREATE UNIQUE INDEX directory_people_user_name_key ON public.directory_people USING btree (lower(user_name), organization_id) NULLS NOT DISTINCT;
grant delete, insert, select, update on directory_people to application;
