create table access_reviews (
  id integer generated always as identity,
  organization_id integer not null,
  state text default 'open'::text not null,
  due_on date not null,
  opened_by text not null,
  opened_at timestamp with time zone not null,
  signed_by text,
  signed_at timestamp with time zone,
  cancelled_by text,
  cancelled_at timestamp with time zone,
  constraint access_reviews_pkey PRIMARY KEY (id),
  constraint access_reviews_cancelled_by_fkey FOREIGN KEY (cancelled_by) REFERENCES users(id),
  constraint access_reviews_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES users(id),
  constraint access_reviews_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint access_reviews_signed_by_fkey FOREIGN KEY (signed_by) REFERENCES users(id),
  constraint access_reviews_check CHECK ((((state = 'signed'::text) = (signed_at IS NOT NULL)) AND ((signed_at IS NULL) = (signed_by IS NULL)))),
  constraint access_reviews_check1 CHECK ((((state = 'cancelled'::text) = (cancelled_at IS NOT NULL)) AND ((cancelled_at IS NULL) = (cancelled_by IS NULL)))),
  constraint access_reviews_state_check CHECK ((state = ANY (ARRAY['open'::text, 'signed'::text, 'cancelled'::text])))
);
comment on table access_reviews is 'Access reviews over an organization: every account is answered for, and the whole is signed (AUTH-17).';
comment on column access_reviews.due_on is 'The day by which the schedule wanted it.';
CREATE INDEX access_reviews_cancelled_by_index ON public.access_reviews USING btree (cancelled_by);
CREATE UNIQUE INDEX access_reviews_open_key ON public.access_reviews USING btree (organization_id) WHERE (state = 'open'::text);
CREATE INDEX access_reviews_opened_by_index ON public.access_reviews USING btree (opened_by);
CREATE INDEX access_reviews_organization_index ON public.access_reviews USING btree (organization_id, id);
CREATE INDEX access_reviews_signed_by_index ON public.access_reviews USING btree (signed_by);
CREATE TRIGGER keep_signed BEFORE DELETE OR UPDATE ON public.access_reviews FOR EACH ROW EXECUTE FUNCTION keep_signed_review();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on access_reviews to application;
