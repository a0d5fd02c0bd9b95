-- INS-01: an inspection gives its inspectors access for its days, and ends it.

create table inspections (
  id integer generated always as identity primary key,
  title text not null check (btrim(title) <> ''),
  purpose text not null check (btrim(purpose) <> ''),
  from_day date not null,
  to_day date not null,
  sees_cvs boolean not null default false,
  sees_agreements boolean not null default false,
  opened_by text not null references users,
  opened_at timestamptz not null default app_now(),
  closed_by text references users,
  closed_at timestamptz,
  closing_reason text check (btrim(closing_reason) <> ''),
  check (from_day <= to_day),
  check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (closing_reason is null))
);
comment on table inspections is 'Inspections: their grants say whom they admit, to which organizations and until when (INS-01).';
comment on column inspections.from_day is 'The first and the last day, in the zone of each organization.';
comment on column inspections.sees_cvs is 'Whether its inspectors may open the CVs of the people of its organizations.';
create index inspections_opened_by_index on inspections (opened_by);
create index inspections_closed_by_index on inspections (closed_by);

create function keep_closed_inspection() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Of its texts an erasure takes a person's name away.
  if old.closed_at is not null and (tg_op = 'DELETE' or to_jsonb(new) - array['title', 'purpose', 'closing_reason']
      is distinct from to_jsonb(old) - array['title', 'purpose', 'closing_reason']) then
    raise exception 'inspection % is closed and stays as it is', old.id using errcode = 'TT003';
  end if;
  return new;
end $$;
create trigger keep_closed before update or delete on inspections for each row execute function keep_closed_inspection();

create table inspection_requests (
  id integer generated always as identity primary key,
  inspection_id integer not null references inspections,
  request text not null check (btrim(request) <> ''),
  requested_by text not null references users,
  requested_at timestamptz not null default app_now(),
  answer text check (btrim(answer) <> ''),
  answer_path text check (answer_path ~ '^/'),
  answered_by text references users,
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null) and (answer is null) = (answered_by is null)),
  check (answer_path is null or answer is not null)
);
comment on table inspection_requests is 'What inspectors request of the host, and what is answered (INS-01).';
comment on column inspection_requests.answer_path is 'The page of the product that the answer refers to.';
create index inspection_requests_inspection_index on inspection_requests (inspection_id, id);
create index inspection_requests_requested_by_index on inspection_requests (requested_by);
create index inspection_requests_answered_by_index on inspection_requests (answered_by);

create function keep_answered_request() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Of its texts an erasure takes a person's name away.
  if old.answered_at is not null and (tg_op = 'DELETE' or to_jsonb(new) - array['request', 'answer']
      is distinct from to_jsonb(old) - array['request', 'answer']) then
    raise exception 'inspection request % is answered and stays as it is', old.id using errcode = 'TT003';
  end if;
  return new;
end $$;
create trigger keep_answered before update or delete on inspection_requests for each row execute function keep_answered_request();

alter table user_grants add column inspection_id integer references inspections;
comment on column user_grants.inspection_id is 'The inspection that gave it; null: it stands by itself.';
alter table user_grants add check (inspection_id is null or kind = 'inspector');
create index user_grants_inspection_index on user_grants (inspection_id) where inspection_id is not null;
drop index user_grants_open_key;
create unique index user_grants_open_key on user_grants (user_id, kind, organization_id) where revoked_at is null and inspection_id is null;
create unique index user_grants_inspection_key on user_grants (user_id, inspection_id, organization_id) where revoked_at is null and inspection_id is not null;

--! attach audit
