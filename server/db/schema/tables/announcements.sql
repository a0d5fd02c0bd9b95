create table announcements (
  id integer generated always as identity,
  subject text not null,
  message text not null,
  audience text not null,
  organization_id integer,
  created_by text,
  created_at timestamp with time zone default app_now() not null,
  constraint announcements_pkey PRIMARY KEY (id),
  constraint announcements_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint announcements_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint announcements_audience_check CHECK ((audience = ANY (ARRAY['everyone'::text, 'managers'::text, 'admins'::text]))),
  constraint announcements_message_check CHECK ((btrim(message) <> ''::text)),
  constraint announcements_subject_check CHECK ((btrim(subject) <> ''::text))
);
comment on column announcements.organization_id is 'Only people of this organization; null: of all.';
CREATE INDEX announcements_created_by_index ON public.announcements USING btree (created_by);
CREATE INDEX announcements_organization_index ON public.announcements USING btree (organization_id);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on announcements to application;
