-- Reviews of the audit trail, signed by people who are not among its actors.
create table trail_reviews (
  id integer generated always as identity primary key,
  scope text not null check (scope ~ '^(all|[0-9]+(,[0-9]+)*)$'),
  filters text not null,
  after_event bigint not null,
  through_event bigint not null,
  through_at timestamptz not null,
  events integer not null check (events > 0),
  events_hash text not null check (events_hash ~ '^[0-9a-f]{64}$'),
  seal_number bigint not null,
  seal_head text not null check (seal_head ~ '^[0-9a-f]{64}$'),
  conclusion text not null check (btrim(conclusion) <> ''),
  signed_by text not null references users,
  signed_at timestamptz not null,
  check (through_event > after_event)
);
comment on table trail_reviews is 'What a person signed about a part of the audit trail: exactly the events of the hash.';
comment on column trail_reviews.scope is 'Whose events the reviewer saw: all, or the sorted ids of the organizations.';
comment on column trail_reviews.filters is 'JSON with sorted keys; a review continues where the last one with the same scope and filters ended.';
comment on column trail_reviews.events_hash is 'SHA-256 over the ids of the events, ascending, one a line.';
create index trail_reviews_series_index on trail_reviews (scope, filters, through_event);
create index trail_reviews_signed_by_index on trail_reviews (signed_by);

alter table signatures drop constraint signatures_record_type_check;
alter table signatures add constraint signatures_record_type_check check (record_type in
  ('training_records', 'hr_document_versions', 'hr_agreements', 'hr_acknowledgements', 'verify_acknowledgements', 'signing_confirmations',
   'access_reviews', 'trail_reviews'));
alter table signatures add column trail_review_id integer
  generated always as (case when record_type = 'trail_reviews' then record_id end) stored references trail_reviews;
create index signatures_trail_review_index on signatures (trail_review_id) where trail_review_id is not null;

--! attach audit
