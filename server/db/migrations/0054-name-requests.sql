-- AUTH-16: requests of another name, and preferred names.

-- AUTH-16: the printed name changes with the approval of hr or an administrator; a preferred name for greetings is the
-- person's own.
alter table users add column preferred_name text check (btrim(preferred_name) <> '');
comment on column users.preferred_name is 'What the person wants to be called in greetings; never on signatures, certificates and papers (AUTH-16).';

create table name_requests (
  id integer generated always as identity primary key,
  user_id text not null references users,
  first_name text not null check (btrim(first_name) <> ''),
  last_name text not null check (btrim(last_name) <> ''),
  requested_at timestamptz not null default app_now(),
  decision text check (decision in ('approved', 'declined', 'withdrawn')),
  decided_at timestamptz,
  decided_by text references users,
  reason text,
  check ((decision is null) = (decided_at is null)),
  check (decision <> 'declined' or btrim(reason) <> ''),
  check (decision = 'withdrawn' or decided_by <> user_id)
);
comment on table name_requests is 'Changes of a printed name that its owner requested, and who approved or declined them (AUTH-16).';
create unique index name_requests_pending_key on name_requests (user_id) where decision is null;
create index name_requests_user_index on name_requests (user_id, id);
create index name_requests_decided_by_index on name_requests (decided_by);

--! attach audit
