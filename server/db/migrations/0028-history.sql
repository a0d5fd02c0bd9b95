-- RPT-04: what reports need to answer as the records stood on a day, with the history of what is there already.

-- RPT-04: what reports need to tell how the records stood on a day. Places of people stand in `user_periods`, names of
-- organizations, departments and modules in the trail; what changes often stands here in narrow rows, written by triggers
-- only. A row holds what stood before a change; the first one at or after an instant is how it was at that instant.
create table assignment_history (
  assignment_id integer not null references training_assignments,
  replaced_at timestamptz not null,
  module_version_id integer,
  assigned_date timestamptz not null,
  due_date date,
  status text not null,
  score numeric(5, 2),
  started_at timestamptz,
  completed_at timestamptz,
  primary key (assignment_id, replaced_at)
);
comment on table assignment_history is 'How assignments stood until a change; written by a trigger of training_assignments only.';
comment on column assignment_history.replaced_at is 'When it stopped to be so.';

create table person_history (
  user_id text not null references users,
  replaced_at timestamptz not null,
  email text not null,
  first_name text,
  last_name text,
  erased_at timestamptz,
  primary key (user_id, replaced_at)
);
comment on table person_history is 'How people were called until a change; written by a trigger of users only. An erasure replaces the names here too.';
comment on column person_history.replaced_at is 'When it stopped to be so.';

create table sign_in_history (
  user_id text not null references users,
  at timestamptz not null,
  primary key (user_id, at)
);
comment on table sign_in_history is 'When people signed in; written by a trigger of users only.';

-- Makes the history of what was there before, from the trail: each change over what stands now, the newest first (RPT-04).
create aggregate pg_temp.overlaid(jsonb) (sfunc = jsonb_concat, stype = jsonb, initcond = '{}');

insert into assignment_history
select distinct on (t.id, t.at) t.id, t.at, (t.state ->> 'module_version_id')::integer, (t.state ->> 'assigned_date')::timestamptz,
  (t.state ->> 'due_date')::date, t.state ->> 'status', (t.state ->> 'score')::numeric, (t.state ->> 'started_at')::timestamptz,
  (t.state ->> 'completed_at')::timestamptz
from (
  select a.id, e.id as event_id, e.at, to_jsonb(a) || pg_temp.overlaid(e.before) over (partition by a.id order by e.id desc) as state
  from (
    select id, at, object_id, coalesce(payload, residual)::jsonb -> 'before' as before from audit.events
    where object_type = 'training_assignments' and kind = 'update'
  ) e
  join training_assignments a on a.id = e.object_id::integer
  where e.before ?| array['module_version_id', 'assigned_date', 'due_date', 'status', 'score', 'started_at', 'completed_at']
) t
order by t.id, t.at, t.event_id;

insert into person_history
select distinct on (t.id, t.at) t.id, t.at, t.state ->> 'email', t.state ->> 'first_name', t.state ->> 'last_name',
  (t.state ->> 'erased_at')::timestamptz
from (
  select u.id, e.id as event_id, e.at, to_jsonb(u) || pg_temp.overlaid(e.before) over (partition by u.id order by e.id desc) as state
  from (
    select id, at, object_id, coalesce(payload, residual)::jsonb -> 'before' as before from audit.events
    where object_type = 'users' and kind = 'update'
  ) e
  join users u on u.id = e.object_id
  where e.before ?| array['email', 'first_name', 'last_name', 'erased_at']
) t
order by t.id, t.at, t.event_id;
update person_history h set email = u.email, first_name = u.first_name, last_name = u.last_name
from users u where u.id = h.user_id and u.erased_at is not null;

insert into sign_in_history (user_id, at)
select id, last_sign_in_at from users where last_sign_in_at is not null
union
select e.object_id, v.at::timestamptz
from audit.events e
cross join lateral (select coalesce(e.payload, e.residual)::jsonb as changed) c
cross join lateral (values (c.changed #>> '{before,last_sign_in_at}'), (c.changed #>> '{after,last_sign_in_at}')) v (at)
where e.object_type = 'users' and e.kind in ('insert', 'update') and v.at is not null
  and exists (select 1 from users u where u.id = e.object_id);
drop aggregate pg_temp.overlaid(jsonb);

-- The triggers. Their conditions are looked at without calling the function, so that progress and settings cost nothing.
-- Of several changes in one transaction, which happen at one instant, the first one counts.
create function keep_assignment_history() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into assignment_history (assignment_id, replaced_at, module_version_id, assigned_date, due_date, status, score,
    started_at, completed_at)
  values (old.id, app_now(), old.module_version_id, old.assigned_date, old.due_date, old.status, old.score, old.started_at,
    old.completed_at)
  on conflict do nothing;
  return null;
end $$;
create trigger history_update after update on training_assignments for each row
  when ((old.module_version_id, old.assigned_date, old.due_date, old.status, old.score, old.started_at, old.completed_at)
    is distinct from (new.module_version_id, new.assigned_date, new.due_date, new.status, new.score, new.started_at, new.completed_at))
  execute function keep_assignment_history();

create function keep_person_history() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into person_history (user_id, replaced_at, email, first_name, last_name, erased_at)
  values (old.id, app_now(), old.email, old.first_name, old.last_name, old.erased_at)
  on conflict do nothing;
  if new.erased_at is not null then
    update person_history set email = new.email, first_name = new.first_name, last_name = new.last_name where user_id = new.id;
  end if;
  return null;
end $$;
create trigger history_update after update on users for each row
  when ((old.email, old.first_name, old.last_name, old.erased_at) is distinct from (new.email, new.first_name, new.last_name, new.erased_at))
  execute function keep_person_history();

create function keep_sign_in() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sign_in_history (user_id, at) values (new.id, new.last_sign_in_at) on conflict do nothing;
  return null;
end $$;
create trigger history_sign_in after update on users for each row
  when (new.last_sign_in_at is not null and old.last_sign_in_at is distinct from new.last_sign_in_at) execute function keep_sign_in();
create trigger history_first_sign_in after insert on users for each row
  when (new.last_sign_in_at is not null) execute function keep_sign_in();
