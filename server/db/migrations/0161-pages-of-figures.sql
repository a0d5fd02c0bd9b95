-- REM-01, RPT-01, PERF-03: pages of people by their figures, and the lengths of the lists of reminders, without looking at everybody.

alter table person_figures add column invitation_open boolean not null default false;
alter table person_figures alter column invitation_open drop default;
comment on column person_figures.invitation_open is 'Never signed in, or only with a password that an administrator issued.';
create index person_figures_on_track_index on person_figures (user_id)
  where is_active and required_late = 0 and (required_open > 0 or not has_signed_in);
create index person_figures_invited_index on person_figures (user_id) where is_active and invitation_open;
create index person_figures_overdue_index on person_figures (overdue desc nulls last, user_id);

alter table group_figures
  add column mixed_people integer not null default 0,
  add column invited_people integer not null default 0;
alter table group_module_figures
  add column mixed_people integer not null default 0,
  add column invited_people integer not null default 0;

-- Everybody is counted anew below; until then the sums are those of the rows that are there, on which nobody is invited.
update group_figures g set mixed_people = s.mixed
from (
  select organization_id, department_id, role, count(*) as mixed from person_figures
  where is_active and required_late > 0 and in_progress + not_started > 0 group by organization_id, department_id, role
) s
where g.organization_id is not distinct from s.organization_id
  and g.department_id is not distinct from s.department_id and g.role = s.role;
update group_module_figures g set mixed_people = s.mixed
from (
  select m.module_id, p.organization_id, p.department_id, p.role, count(*) as mixed
  from person_module_figures m join person_figures p on p.user_id = m.user_id
  where p.is_active and m.required and (m.late or m.expired) and m.open and not m.late
  group by m.module_id, p.organization_id, p.department_id, p.role
) s
where g.module_id = s.module_id and g.organization_id is not distinct from s.organization_id
  and g.department_id is not distinct from s.department_id and g.role = s.role;

alter table group_figures alter column mixed_people drop default, alter column invited_people drop default;
alter table group_module_figures alter column mixed_people drop default, alter column invited_people drop default;
comment on column group_figures.mixed_people is 'Those of overdue_people who have something open that is not overdue.';
comment on column group_figures.invited_people is 'People overdue or on track whose invitation is open.';

create or replace function mark_changed_people() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into figure_changes (user_id)
  select id from (select id, organization_id, department_id, role, is_active, last_sign_in_at is null, must_change_password, erased_at is null from new_rows except select id, organization_id, department_id, role, is_active, last_sign_in_at is null, must_change_password, erased_at is null from old_rows) d;
  return null;
end $$;

insert into figure_changes (user_id) select id from users where erased_at is null order by id;
