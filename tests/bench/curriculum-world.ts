import type pg from 'pg';
import type { Contents } from './own-world.ts';

const insertModule = `
  with module as (
    insert into training_modules (title, description, content_type)
    select 'Handling of samples ' || n, 'What everybody has to know', 'text' from generate_series(1, $1::int) n returning id
  ), version as (
    insert into module_versions (module_id, number, status, content, content_hash, published_at, effective_from)
    select id, 1, 'published', repeat('A sentence of the training. ', 20), encode(sha256(id::text::bytea), 'hex'), app_now(), app_now()
    from module returning id, module_id
  )
  select count(*) from version`;

const makeEffective = `
  update training_modules m set current_version_id = v.id from module_versions v where v.module_id = m.id`;

const insertMatrix = `
  with department as (
    insert into departments (organization_id, name) values ($1, 'Clinical Research') returning id
  ), matrix as (
    insert into training_matrices (name, organization_id, department_id) select 'Clinical Research', $1, id from department
    returning id, department_id
  ), entries as (
    insert into training_matrix (matrix_id, module_id) select matrix.id, m.id from matrix, training_modules m
    where m.id < (select max(id) from training_modules)
  )
  select department_id from matrix`;

const insertPeople = `
  insert into users (id, email, first_name, last_name, organization_id, department_id, onboarding_completed, created_at)
  select 'u_bench_' || lpad(n::text, 6, '0'), 'person' || n || '@bench.example', 'First' || n % 997, 'Last' || n % 4999, $1, $2, true,
    app_now() - make_interval(hours => n)
  from generate_series(1, $3::int) n`;

const assignRest = `
  insert into training_assignments (user_id, module_id, module_version_id, assigned_by, due_date, assignment_type, matrix_id)
  select u.id, e.module_id, m.current_version_id, x.name, current_date + 30, 'matrix', x.id
  from users u join training_matrices x on x.department_id = u.department_id
  join training_matrix e on e.matrix_id = x.id join training_modules m on m.id = e.module_id`;

/** The modules that everybody in the department has before. */
const modulesBefore = 10;

/** One department of so many people whose matrix is carried out, and one module that is in no matrix yet: the last one. */
export const curriculumContents = (people: number): Contents => ({
  what: `${people.toLocaleString('en')} people of one department with ${String(modulesBefore)} trainings each`,
  insert: async (client: pg.PoolClient, [organizationId]) => {
    await client.query(insertModule, [modulesBefore + 1]);
    await client.query(makeEffective);
    const { rows } = await client.query<{ department_id: number }>(insertMatrix, [organizationId]);
    await client.query(insertPeople, [organizationId, rows[0]?.department_id, people]);
    await client.query(assignRest);
  },
});
