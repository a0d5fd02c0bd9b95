-- MOD-11, VIEW-06: attempts belong to the version that they were begun on; VIEW-03: shares of parts are kept.

-- An attempt that was left open on an older version must not stand in the way of one on the new version.
drop index quiz_attempts_open_key;
create unique index quiz_attempts_open_key on quiz_attempts (assignment_id, module_version_id) where handed_in_at is null;

-- VIEW-06, MOD-11: what was handed in stays as it was, and an attempt stays with its paper and the version that it was
-- begun on; not even the owner of the table changes either. `verify` compares the function with this text.
create or replace function keep_quiz_attempt() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' or old.handed_in_at is not null or new.paper is distinct from old.paper
    or (new.assignment_id, new.user_id, new.module_version_id, new.number, new.passing_score, new.started_at)
      is distinct from (old.assignment_id, old.user_id, old.module_version_id, old.number, old.passing_score, old.started_at) then
    raise exception 'an attempt at a quiz is not changed afterwards' using errcode = 'TT003';
  end if;
  return new;
end $$;

-- How far single parts were read, so that reading goes on where it stopped on any device.
alter table viewer_sessions add column declared_shares jsonb not null default '{}'
  check (jsonb_typeof(declared_shares) = 'object');
comment on column viewer_sessions.declared_shares is 'Share seen of each part that the server cannot count, 0 to 1 by its name; only upward.';
