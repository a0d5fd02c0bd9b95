import type { Contents } from './own-world.ts';

/** Some of everything that the list tells apart: roles, people who are inactive, people who have not begun, managers. */
const insertPeople = `
  insert into users (id, email, first_name, last_name, role, organization_id, job_title, onboarding_completed, is_active,
    must_change_password, manager_id, last_sign_in_at, created_at)
  select 'u_bench_' || lpad(n::text, 6, '0'), 'person' || n || '@bench.example', 'First' || (n::bigint * 7919 % 997),
    'Last' || (n::bigint * 104729 % 4999), case when n % 50 = 0 then 'manager' else 'learner' end,
    ($1::int[])[1 + n % cardinality($1::int[])],
    (array['Clinical Research', 'Data Management', 'Nurse', 'Investigator'])[1 + n % 4],
    n % 40 <> 0, n % 33 <> 0, n % 40 = 0, case when n > 1000 then 'u_bench_' || lpad((50 * (1 + n % 20))::text, 6, '0') end,
    app_now() - make_interval(hours => n % 700), app_now() - make_interval(mins => n)
  from generate_series(1, $2::int) n`;

const insertPasswords = `
  insert into temporary_credentials (user_id, kind, ciphertext, key_id, expires_at)
  select id, 'generated', 'sealed', 'bench', app_now() + interval '7 days' from users where must_change_password`;

/** So many people in all organizations of a world, for the list of people. */
export const peopleContents = (people: number): Contents => ({
  what: `${people.toLocaleString('en')} people`,
  insert: async (client, organizationIds) => {
    await client.query(insertPeople, [organizationIds, people]);
    await client.query(insertPasswords);
  },
  afterwards: 'select recount_people()',
});
