/** Trainings of each person, of which every second one is completed. */
export const trainingsEach = 50;
/** Modules among which the trainings are spread. */
export const modulesInAll = 200;

/** Trainings of people $2 to $3, of the modules $1. */
export const insertAssignments = `
  insert into training_assignments (user_id, module_id, module_version_id, assigned_by, assigned_date, due_date, status,
    progress, started_at, completed_at, assignment_type)
  select 'u_bench_' || lpad(n::text, 6, '0'), m.id, m.current_version_id, 'All staff', day, day::date + 30,
    case when done then 'completed' when j % 4 = 1 then 'not_started' else 'in_progress' end,
    case when done then 100 when j % 4 = 1 then 0 else 40 end, case when j % 4 <> 1 then day + interval '2 days' end,
    case when done then day + interval '3 days' end, 'matrix'
  from generate_series($2::int, $3::int) n
  cross join generate_series(0, ${String(trainingsEach - 1)}) j
  cross join lateral (select date_trunc('milliseconds', app_now()) - make_interval(days => 5 + (n * 31 + j * 17) % 300) as day, j % 2 = 0 as done) w
  join training_modules m on m.id = ($1::int[])[1 + (n + j) % cardinality($1::int[])]`;

/** Those of the first of them once more, for the person $1. */
export const insertLearnersOwn = `
  insert into training_assignments (user_id, module_id, module_version_id, assigned_by, assigned_date, due_date, status,
    progress, started_at, completed_at, assignment_type)
  select $1, module_id, module_version_id, assigned_by, assigned_date, due_date, status, progress, started_at, completed_at,
    assignment_type
  from training_assignments where user_id = 'u_bench_000001' order by id`;
