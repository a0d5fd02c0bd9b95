-- NOT-04, PERF-03: a sweep with nothing to send touches nothing.

-- NOT-04, PERF-03: the sweep of the schedule looks at those whose next step has come and at those of whom something
-- changed, not at every open training every five minutes. Writers only leave ids, as for figures, so that nobody waits for
-- anybody.
create table reminder_turns (
  user_id text primary key,
  next_at timestamptz not null,
  looked_at timestamptz not null
);
comment on table reminder_turns is 'When the schedule has the next step of a person''s trainings, as the sweep found it; people in reminder_changes are looked at anew.';
comment on column reminder_turns.next_at is 'Infinity where nothing is to come.';
comment on column reminder_turns.looked_at is 'When the sweep found it: after now, where a clock was wrong, and then the person is looked at again.';
create index reminder_turns_next_index on reminder_turns (next_at, user_id);
create index reminder_turns_looked_index on reminder_turns (looked_at);

create table reminder_changes (
  id bigint generated always as identity primary key,
  user_id text not null
);
comment on table reminder_changes is 'Of whom something changed that the schedule follows from; written by triggers only.';
alter table reminder_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create table reminder_waiting (
  recipient_id text not null,
  send_id integer not null,
  primary key (recipient_id, send_id)
);
comment on table reminder_waiting is 'Steps of the schedule that were recorded and are not in a mail of this recipient yet.';
alter table reminder_waiting set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Triggers of whole statements; those of changes look for what steps follow from, so that progress leaves nothing.
create function mark_new_reminders() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into reminder_changes (user_id) select distinct user_id from new_rows where status in ('not_started', 'in_progress');
  return null;
end $$;
create trigger reminders_insert after insert on training_assignments referencing new table as new_rows
  for each statement execute function mark_new_reminders();

create function mark_changed_reminders() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into reminder_changes (user_id)
  select distinct user_id from (
    select id, user_id, due_date, assigned_date, assignment_type, no_longer_required_at is null from new_rows
    where status in ('not_started', 'in_progress')
    except
    select id, user_id, due_date, assigned_date, assignment_type, no_longer_required_at is null from old_rows
    where status in ('not_started', 'in_progress')) d;
  return null;
end $$;
create trigger reminders_update after update on training_assignments referencing old table as old_rows new table as new_rows
  for each statement execute function mark_changed_reminders();

-- Who takes no mails has no steps, and a manager who comes back gets those of the reports.
create function mark_reminded_people() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  moved text[];
begin
  moved := array(select id from (
    select id, organization_id, manager_id, is_active, erased_at is null from new_rows
    except select id, organization_id, manager_id, is_active, erased_at is null from old_rows) d);
  if cardinality(moved) = 0 then
    return null;
  end if;
  insert into reminder_changes (user_id)
  select unnest(moved) union select id from users where manager_id = any (moved);
  return null;
end $$;
create trigger reminders_update after update on users referencing old table as old_rows new table as new_rows
  for each statement execute function mark_reminded_people();

create function mark_reminders_of_organizations() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into reminder_changes (user_id)
  select u.id from users u where u.organization_id in (select id from (
    select id, time_zone, is_active from new_rows except select id, time_zone, is_active from old_rows) d);
  return null;
end $$;
create trigger reminders_update after update on organizations referencing old table as old_rows new table as new_rows
  for each statement execute function mark_reminders_of_organizations();

-- Saving the schedule states all of its rules: only what is other than before marks everybody.
create function mark_all_reminders() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_level = 'STATEMENT' then
    if tg_op = 'INSERT' then
      if not exists (select from new_rows) then return null; end if;
    elsif tg_op = 'DELETE' then
      if not exists (select from old_rows) then return null; end if;
    elsif not exists (select * from new_rows except select * from old_rows) then
      return null;
    end if;
  end if;
  insert into reminder_changes (user_id) select id from users where erased_at is null order by id;
  return null;
end $$;
create trigger reminders_insert after insert on reminder_rules referencing new table as new_rows
  for each statement execute function mark_all_reminders();
create trigger reminders_update after update on reminder_rules referencing old table as old_rows new table as new_rows
  for each statement execute function mark_all_reminders();
create trigger reminders_delete after delete on reminder_rules referencing old table as old_rows
  for each statement execute function mark_all_reminders();
create trigger reminders_insert after insert on settings
  for each row when (new.key = 'reminders.sendAt') execute function mark_all_reminders();
create trigger reminders_update after update on settings
  for each row when (new.key = 'reminders.sendAt' and old.value is distinct from new.value) execute function mark_all_reminders();

insert into reminder_changes (user_id) select id from users where erased_at is null order by id;
