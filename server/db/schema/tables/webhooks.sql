create table webhooks (
  id integer generated always as identity,
  name text not null,
  address text not null,
  organization_id integer,
  events text[] not null,
  is_active boolean default true not null,
  off_reason text,
  created_by text not null,
  created_at timestamp with time zone default app_now() not null,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint webhooks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint webhooks_address_check CHECK ((address ~ '^https?://'::text)),
  constraint webhooks_check CHECK ((is_active = (off_reason IS NULL))),
  constraint webhooks_events_check CHECK ((cardinality(events) > 0)),
  constraint webhooks_name_check CHECK ((btrim(name) <> ''::text)),
  constraint webhooks_off_reason_check CHECK ((off_reason = ANY (ARRAY['person'::text, 'gone'::text])))
);
comment on table webhooks is 'Addresses of other systems, and the events that each receives (OPS-06).';
comment on column webhooks.organization_id is 'The organization whose events it receives; null: all.';
comment on column webhooks.off_reason is 'Why it is off: a person turned it off, or its receiver answered 410.';
CREATE INDEX webhooks_created_by_index ON public.webhooks USING btree (created_by);
CREATE INDEX webhooks_organization_index ON public.webhooks USING btree (organization_id);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on webhooks to application;
