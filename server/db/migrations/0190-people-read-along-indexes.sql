-- PERF-03: what is asked about a team or a day does not look at everybody.

-- One look at the index for each person, whatever the planner expects of the others: `offset 0` keeps them apart.
create or replace function reports_of(manager text) returns setof text language sql stable parallel safe as $$
  with recursive below (id) as (
    select users.id from users where users.manager_id = manager
    union
    select report.id from below
    cross join lateral (select users.id from users where users.manager_id = below.id offset 0) report
  )
  select below.id from below where below.id <> manager
$$;

-- CMP-03: people whose counts change by the calendar are found organization by organization; whose day comes tomorrow is not looked at.
drop index person_figures_next_change_index;
create index person_figures_next_change_index on person_figures (organization_id, next_change_on)
  where next_change_on is not null;
create function people_due() returns setof text language plpgsql stable parallel safe rows 10 as $$
begin
  return query select due.user_id from organizations o cross join lateral (
    select p.user_id from person_figures p where p.organization_id = o.id and p.next_change_on <= today_in(o.time_zone) offset 0) due;
  return query select p.user_id from person_figures p
    where p.organization_id is null and p.next_change_on <= today_in('UTC');
end $$;
comment on function people_due() is 'Ids of people whose stored figures are of a day before a change that has come where they are.';

-- MOD-01: people whose completion has expired and whose renewal is overdue, who count as overdue in the library.
create index person_module_figures_renewal_index on person_module_figures (module_id, user_id) where late and expired;

-- MTX-06: whom a matrix is assigned to is read from the index alone.
drop index training_assignments_matrix_index;
create index training_assignments_matrix_index on training_assignments (matrix_id, user_id, status) where matrix_id is not null;
