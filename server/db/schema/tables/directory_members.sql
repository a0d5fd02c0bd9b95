create table directory_members (
  group_id integer not null,
  reference text not null,
  display text,
  user_id text,
  constraint directory_members_pkey PRIMARY KEY (group_id, reference),
  constraint directory_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES directory_groups(id) ON DELETE CASCADE,
  constraint directory_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint directory_members_display_check CHECK ((length(display) <= 200)),
  constraint directory_members_reference_check CHECK (((reference <> ''::text) AND (length(reference) <= 200)))
);
comment on table directory_members is 'The members of groups of a company directory.';
comment on column directory_members.reference is 'The member as the directory named it; kept if that person does not exist yet.';
CREATE INDEX directory_members_reference_index ON public.directory_members USING btree (lower(reference)) WHERE (user_id IS NULL);
CREATE INDEX directory_members_user_index ON public.directory_members USING btree (user_id);
grant delete, insert, select, update on directory_members to application;
