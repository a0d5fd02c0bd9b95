create table trail_reviews (
  id integer generated always as identity,
  scope text not null,
  filters text not null,
  after_event bigint not null,
  through_event bigint not null,
  through_at timestamp with time zone not null,
  events integer not null,
  events_hash text not null,
  seal_number bigint not null,
  seal_head text not null,
  conclusion text not null,
  signed_by text not null,
  signed_at timestamp with time zone not null,
  constraint trail_reviews_pkey PRIMARY KEY (id),
  constraint trail_reviews_signed_by_fkey FOREIGN KEY (signed_by) REFERENCES users(id),
  constraint trail_reviews_check CHECK ((through_event > after_event)),
  constraint trail_reviews_conclusion_check CHECK ((btrim(conclusion) <> ''::text)),
  constraint trail_reviews_events_check CHECK ((events > 0)),
  constraint trail_reviews_events_hash_check CHECK ((events_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint trail_reviews_scope_check CHECK ((scope ~ '^(all|[0-9]+(,[0-9]+)*)$'::text)),
  constraint trail_reviews_seal_head_check CHECK ((seal_head ~ '^[0-9a-f]{64}$'::text))
);
comment on table trail_reviews is 'What a person signed about a part of the audit trail: exactly the events of the hash.';
comment on column trail_reviews.scope is 'Whose events the reviewer saw: all, or the sorted ids of the organizations.';
comment on column trail_reviews.filters is 'JSON with sorted keys; a review continues where the last one with the same scope and filters ended.';
comment on column trail_reviews.events_hash is 'SHA-256 over the ids of the events, ascending, one a line.';
CREATE INDEX trail_reviews_series_index ON public.trail_reviews USING btree (scope, filters, through_event);
CREATE INDEX trail_reviews_signed_by_index ON public.trail_reviews USING btree (signed_by);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.trail_reviews FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select on trail_reviews to application;
