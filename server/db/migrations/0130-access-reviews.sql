-- AUTH-17: who has which access is reviewed on a schedule, and signed.

create table access_review_schedules (
  organization_id integer primary key references organizations,
  every_months integer not null check (every_months between 1 and 36)
);
comment on table access_review_schedules is 'How often access is reviewed, where it is not the default (AUTH-17).';

create table access_reviews (
  id integer generated always as identity primary key,
  organization_id integer not null references organizations,
  state text not null default 'open' check (state in ('open', 'signed', 'cancelled')),
  due_on date not null,
  opened_by text not null references users,
  opened_at timestamptz not null,
  signed_by text references users,
  signed_at timestamptz,
  cancelled_by text references users,
  cancelled_at timestamptz,
  check ((state = 'signed') = (signed_at is not null) and (signed_at is null) = (signed_by is null)),
  check ((state = 'cancelled') = (cancelled_at is not null) and (cancelled_at is null) = (cancelled_by is null))
);
comment on table access_reviews is 'Access reviews over an organization: every account is answered for, and the whole is signed (AUTH-17).';
comment on column access_reviews.due_on is 'The day by which the schedule wanted it.';
create unique index access_reviews_open_key on access_reviews (organization_id) where state = 'open';
create index access_reviews_organization_index on access_reviews (organization_id, id);
create index access_reviews_opened_by_index on access_reviews (opened_by);
create index access_reviews_signed_by_index on access_reviews (signed_by);
create index access_reviews_cancelled_by_index on access_reviews (cancelled_by);

create table access_review_answers (
  id integer generated always as identity primary key,
  review_id integer not null references access_reviews,
  user_id text not null references users,
  opened jsonb,
  facts jsonb,
  answer text check (answer in ('keep', 'change', 'end')),
  new_role text check (new_role in ('admin', 'manager', 'learner')),
  ended_grants integer[] not null default '{}',
  reason text check (btrim(reason) <> ''),
  answered_by text references users,
  answered_at timestamptz,
  undecided text check (undecided in ('left', 'own_account')),
  unique (review_id, user_id),
  check (answered_by <> user_id),
  check ((answer is null) = (answered_at is null) and (answer is null) = (answered_by is null)),
  check (answer = 'change' or (new_role is null and ended_grants = '{}')),
  check (answer is distinct from 'change' or new_role is not null or ended_grants <> '{}'),
  check (coalesce(answer, 'keep') = 'keep' or reason is not null)
);
comment on column access_review_answers.opened is 'What was true of the account when the review was opened; null: it came later.';
comment on column access_review_answers.facts is 'What was true when it was answered for, and once it is signed, then.';
comment on column access_review_answers.undecided is 'Why a signed review says nothing of the account: it had left, or it is that of its only administrator.';
create index access_review_answers_user_index on access_review_answers (user_id);
create index access_review_answers_answered_by_index on access_review_answers (answered_by);

create table access_review_reminders (
  organization_id integer not null references organizations,
  due_on date not null,
  step integer not null,
  told_at timestamptz not null default app_now(),
  primary key (organization_id, due_on, step)
);
comment on column access_review_reminders.step is 'Days from the day to the reminder; below zero: before it.';

create function keep_signed_review() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'open' then
    raise exception 'access review % is over and stays as it is', old.id using errcode = 'TT003';
  end if;
  return new;
end $$;
create trigger keep_signed before update or delete on access_reviews for each row execute function keep_signed_review();

create function keep_signed_answers() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select 1 from access_reviews r where r.id = coalesce(new.review_id, old.review_id) and r.state <> 'open') then
    raise exception 'access review % is over and stays as it is', coalesce(new.review_id, old.review_id) using errcode = 'TT003';
  end if;
  return coalesce(new, old);
end $$;
create trigger keep_signed before insert or update or delete on access_review_answers for each row execute function keep_signed_answers();

alter table signatures drop constraint signatures_record_type_check;
alter table signatures add constraint signatures_record_type_check check (record_type in
  ('training_records', 'hr_document_versions', 'hr_agreements', 'hr_acknowledgements', 'verify_acknowledgements', 'signing_confirmations',
   'access_reviews'));
alter table signatures add column access_review_id integer
  generated always as (case when record_type = 'access_reviews' then record_id end) stored references access_reviews;
create index signatures_access_review_index on signatures (access_review_id) where access_review_id is not null;

--! attach audit
