create table user_grants (
  id integer generated always as identity,
  user_id text not null,
  kind text not null,
  organization_id integer not null,
  valid_from timestamp with time zone default app_now() not null,
  valid_until timestamp with time zone,
  granted_by text,
  revoked_at timestamp with time zone,
  revoked_by text,
  created_at timestamp with time zone default app_now() not null,
  inspection_id integer,
  constraint user_grants_pkey PRIMARY KEY (id),
  constraint user_grants_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES users(id),
  constraint user_grants_inspection_id_fkey FOREIGN KEY (inspection_id) REFERENCES inspections(id),
  constraint user_grants_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint user_grants_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES users(id),
  constraint user_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint user_grants_check CHECK ((valid_until > valid_from)),
  constraint user_grants_check1 CHECK (((kind <> 'inspector'::text) OR (valid_until IS NOT NULL))),
  constraint user_grants_check2 CHECK (((inspection_id IS NULL) OR (kind = 'inspector'::text))),
  constraint user_grants_kind_check CHECK ((kind = ANY (ARRAY['hr'::text, 'inspector'::text])))
);
comment on column user_grants.inspection_id is 'The inspection that gave it; null: it stands by itself.';
CREATE INDEX user_grants_granted_by_index ON public.user_grants USING btree (granted_by);
CREATE INDEX user_grants_inspection_index ON public.user_grants USING btree (inspection_id) WHERE (inspection_id IS NOT NULL);
CREATE UNIQUE INDEX user_grants_inspection_key ON public.user_grants USING btree (user_id, inspection_id, organization_id) WHERE ((revoked_at IS NULL) AND (inspection_id IS NOT NULL));
CREATE UNIQUE INDEX user_grants_open_key ON public.user_grants USING btree (user_id, kind, organization_id) WHERE ((revoked_at IS NULL) AND (inspection_id IS NULL));
CREATE INDEX user_grants_organization_index ON public.user_grants USING btree (organization_id);
CREATE INDEX user_grants_revoked_by_index ON public.user_grants USING btree (revoked_by);
CREATE INDEX user_grants_user_index ON public.user_grants USING btree (user_id);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on user_grants to application;
