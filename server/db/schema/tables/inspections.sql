create table inspections (
  id integer generated always as identity,
  title text not null,
  purpose text not null,
  from_day date not null,
  to_day date not null,
  sees_cvs boolean default false not null,
  sees_agreements boolean default false not null,
  opened_by text not null,
  opened_at timestamp with time zone default app_now() not null,
  closed_by text,
  closed_at timestamp with time zone,
  closing_reason text,
  sees_documents boolean default false not null,
  sees_bundle boolean default false not null,
  constraint inspections_pkey PRIMARY KEY (id),
  constraint inspections_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  constraint inspections_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES users(id),
  constraint inspections_check CHECK ((from_day <= to_day)),
  constraint inspections_check1 CHECK ((((closed_at IS NULL) = (closed_by IS NULL)) AND ((closed_at IS NULL) = (closing_reason IS NULL)))),
  constraint inspections_closing_reason_check CHECK ((btrim(closing_reason) <> ''::text)),
  constraint inspections_purpose_check CHECK ((btrim(purpose) <> ''::text)),
  constraint inspections_title_check CHECK ((btrim(title) <> ''::text))
);
comment on table inspections is 'Inspections: their grants say whom they admit, to which organizations and until when (INS-01).';
comment on column inspections.from_day is 'The first and the last day, in the zone of each organization.';
comment on column inspections.sees_cvs is 'Whether its inspectors may open the CVs of the people of its organizations.';
comment on column inspections.sees_documents is 'Whether its inspectors may open the documents of its organizations.';
comment on column inspections.sees_bundle is 'Whether its inspectors may take the bundle of the trail of its organizations.';
CREATE INDEX inspections_closed_by_index ON public.inspections USING btree (closed_by);
CREATE INDEX inspections_opened_by_index ON public.inspections USING btree (opened_by);
CREATE TRIGGER keep_closed BEFORE DELETE OR UPDATE ON public.inspections FOR EACH ROW EXECUTE FUNCTION keep_closed_inspection();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on inspections to application;
