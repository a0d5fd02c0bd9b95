-- USR-10: absences of people. What falls due meanwhile becomes due some days after the return.
alter table organizations add column return_days integer not null default 14 check (return_days between 0 and 90);
comment on column organizations.return_days is 'Trainings due during an absence become due so many days after the return (USR-10).';

-- A row never changes what it says: a change ends it and adds the next version, so that any instant knows what was known.
create table absences (
  id integer generated always as identity primary key,
  user_id text not null references users,
  follows integer unique references absences,
  first_day date not null,
  last_day date,
  return_days integer not null check (return_days between 0 and 90),
  recorded_at timestamptz not null default app_now(),
  recorded_by text not null references users,
  ended_at timestamptz,
  ended_as text check (ended_as in ('changed', 'voided')),
  check (last_day >= first_day),
  check ((ended_at is null) = (ended_as is null))
);
comment on table absences is 'Absences of people as they were recorded, changed and voided (USR-10). Why somebody is away is in absence_details.';
comment on column absences.follows is 'The version that this one replaced.';
comment on column absences.first_day is 'Calendar date where the person works.';
comment on column absences.last_day is 'The last day away; null: the return is not known yet.';
comment on column absences.return_days is 'The days of the organization when this version was recorded.';
comment on column absences.ended_at is 'From when on this version was no longer what is known.';
create index absences_user_index on absences (user_id, first_day) where ended_at is null;
create index absences_history_index on absences (user_id, recorded_at);
create index absences_days_index on absences (last_day, first_day) where ended_at is null;
create index absences_recorded_by_index on absences (recorded_by);

create table absence_details (
  absence_id integer primary key references absences,
  user_id text not null references users,
  kind text not null check (kind in ('leave', 'parental', 'sick')),
  note text check (length(note) <= 500)
);
comment on table absence_details is 'Why somebody is away: data about health may be among it, so that it is never in the trail, and an erasure deletes it.';
create index absence_details_user_index on absence_details (user_id);

alter table training_assignments add column due_before_absence date;
comment on column training_assignments.due_before_absence is 'The due date without absences, where they move it; due_date is null while the return is not known (USR-10).';

-- The one home of the rule in SQL; dueAfterAbsences of shared/domain/people is the same, and a test compares both.
create function due_after_absences(person text, due date) returns date language plpgsql stable
  set search_path = pg_catalog, public, pg_temp as $$
declare
  a record;
  moved boolean := false;
begin
  for a in select first_day, last_day, return_days from absences where user_id = person and ended_at is null
    and (last_day is null or last_day >= due) order by first_day
  loop
    exit when a.first_day > due;
    if a.last_day is null then
      return null;
    end if;
    if moved or due <= a.last_day then
      due := greatest(due, a.last_day + 1 + a.return_days);
      moved := true;
    end if;
  end loop;
  return due;
end $$;
comment on function due_after_absences(text, date) is 'When a training is due whose due date would be this one without absences; null while the return is not known (USR-10).';

-- Whoever sets a due date sets the one without absences: no command can forget the rule.
create function move_due_date() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  planned date := new.due_date;
  moved date;
begin
  if tg_op = 'UPDATE' and new.due_date is not distinct from old.due_date then
    planned := coalesce(old.due_before_absence, old.due_date);
  end if;
  if new.status not in ('not_started', 'in_progress') then
    return new;
  end if;
  moved := case when planned is not null then due_after_absences(new.user_id, planned) end;
  new.due_before_absence := case when moved is distinct from planned then planned end;
  new.due_date := moved;
  return new;
end $$;
create trigger absences_insert before insert on training_assignments for each row
  when (new.due_date is not null) execute function move_due_date();
create trigger absences_update before update of due_date on training_assignments for each row execute function move_due_date();

-- Reminders follow from absences too.
create function mark_reminders_of_absences() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into reminder_changes (user_id) select distinct user_id from new_rows;
  return null;
end $$;
create trigger reminders_insert after insert on absences referencing new table as new_rows
  for each statement execute function mark_reminders_of_absences();
create trigger reminders_update after update on absences referencing new table as new_rows
  for each statement execute function mark_reminders_of_absences();

--! attach audit
