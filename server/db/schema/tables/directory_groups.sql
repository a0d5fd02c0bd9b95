create table directory_groups (
  id integer generated always as identity,
  name text not null,
  external_id text,
  organization_id integer,
  role text,
  revision integer default 1 not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  constraint directory_groups_pkey PRIMARY KEY (id),
  constraint directory_groups_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint directory_groups_external_id_check CHECK ((length(external_id) <= 200)),
  constraint directory_groups_name_check CHECK (((btrim(name) <> ''::text) AND (length(name) <= 200))),
  constraint directory_groups_role_check CHECK ((role = 'manager'::text))
);
comment on table directory_groups is 'Groups that a company directory sent.';
comment on column directory_groups.organization_id is 'The organization of the token that created the group; null: all.';
comment on column directory_groups.role is 'The role that an administrator chose for the members; null: none.';
CREATE INDEX directory_groups_name_index ON public.directory_groups USING btree (lower(name));
CREATE INDEX directory_groups_organization_index ON public.directory_groups USING btree (organization_id);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on directory_groups to application;
