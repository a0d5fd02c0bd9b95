import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { peopleContract as contract } from '#shared/contract/people.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  asFixture,
  createDepartment,
  createOrganizations,
  createUser,
  createUsers,
  signIn,
  type UserInput,
} from '#tests/harness/world.ts';

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
/** What the filters and their SQL name: organizations, a department, people who lead others. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  admin = await signIn(
    server.client(),
    await createUser(server.services, { role: 'admin', lastName: 'Zuse' }),
  );
  await makePeople();
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

async function makePeople(): Promise<void> {
  // Two names that differ in case only, and one organization without people between the others.
  const [beta, alpha, other] = await createOrganizations(server.services, [
    { name: 'Beta' },
    { name: 'alpha' },
    { name: 'Alpha' },
    { name: 'Azure' },
  ]);
  if (!beta || !alpha || !other) throw new Error('there are no organizations');
  const department = await createDepartment(server.services, { organizationId: alpha.id });
  const top = await createUser(server.services, {
    role: 'manager',
    lastName: 'Quill',
    organizationId: alpha.id,
  });
  const low = await createUser(server.services, {
    role: 'manager',
    lastName: 'Quill',
    organizationId: beta.id,
    managerId: top.id,
  });
  const begun = { onboardingCompleted: false };
  const pending = { mustChangePassword: true };
  const people: UserInput[] = [
    { lastName: 'abel', organizationId: alpha.id, departmentId: department.id },
    { lastName: 'Abel', organizationId: alpha.id, isActive: false, managerId: top.id },
    { lastName: 'Abel', organizationId: other.id, ...pending },
    { lastName: null, firstName: null, organizationId: other.id, ...pending, isActive: false },
    { lastName: 'Able', organizationId: other.id, ...begun, managerId: low.id },
    { lastName: 'Xu', organizationId: beta.id, ...begun, isActive: false },
    { lastName: 'Xu', organizationId: beta.id, role: 'manager', isActive: false, ...pending },
    { lastName: 'Zoll', organizationId: beta.id, role: 'admin' },
    { lastName: 'Noone' },
    { lastName: 'noone', ...pending },
    { lastName: 'Noone', isActive: false, role: 'manager' },
    { lastName: 'Opened', organizationId: alpha.id, ...begun, departmentId: department.id },
    { lastName: 'Erased', organizationId: alpha.id },
  ];
  const made = await createUsers(server.services, people);
  const named = (lastName: string) => made.find((person) => person.lastName === lastName)?.id ?? '';
  await asFixture(server.services, async ({ db }) => {
    // Pending by the temporary password alone.
    await sql`insert into temporary_credentials (user_id, kind, ciphertext, key_id, expires_at)
      values (${named('Opened')}, 'generated', 'sealed', 'test', app_now() + interval '7 days')`.execute(db);
  });
  await admin.post(`/api/users/${named('Erased')}/erase`, { reason: 'Asked for it' });
  Object.assign(ids, {
    alpha: String(alpha.id),
    beta: String(beta.id),
    department: String(department.id),
    top: top.id,
    low: low.id,
  });
}

const pendingPeople = `not u.onboarding_completed and (u.must_change_password or u.id in
  (select user_id from temporary_credentials where ended_at is null))`;
const statusOf = `case when ${pendingPeople} then 'pending' when u.is_active then 'active' else 'inactive' end`;

/** Filters as a caller writes them, and who that is. */
const filters: readonly (readonly [query: string, people: string])[] = [
  ['', 'true'],
  ['role=learner', `u.role = 'learner'`],
  ['role=manager', `u.role = 'manager'`],
  ['role=admin', `u.role = 'admin'`],
  ['organizationId=$alpha', `u.organization_id = $alpha`],
  ['departmentId=$department', `u.department_id = $department`],
  ['managerId=$top', `u.manager_id = '$top'`],
  ['status=pending', `${statusOf} = 'pending'`],
  ['status=active', `${statusOf} = 'active'`],
  ['status=inactive', `${statusOf} = 'inactive'`],
  ['isActive=true', 'u.is_active'],
  ['isActive=false', 'not u.is_active'],
  ['onboardingCompleted=true', 'u.onboarding_completed'],
  ['onboardingCompleted=false', 'not u.onboarding_completed'],
  ['canManage=true', `u.role <> 'learner' and u.is_active`],
  ['canManage=false', `(u.role = 'learner' or not u.is_active)`],
  ['canManage=true&managerOf=$top', `u.role <> 'learner' and u.is_active and u.id not in ('$top', '$low')`],
  ['role=learner&status=active', `u.role = 'learner' and ${statusOf} = 'active'`],
  ['role=learner&isActive=true', `u.role = 'learner' and u.is_active`],
  ['status=inactive&isActive=true', 'false'],
  ['status=pending&isActive=false', `${statusOf} = 'pending' and not u.is_active`],
  ['status=active&onboardingCompleted=true', `${statusOf} = 'active' and u.onboarding_completed`],
  ['organizationId=$beta&isActive=false', 'u.organization_id = $beta and not u.is_active'],
  ['organizationId=$beta&status=inactive', `u.organization_id = $beta and ${statusOf} = 'inactive'`],
];

const names = ['lower(u.last_name)', 'lower(u.first_name)', 'u.id'];
const orders: Readonly<Record<string, readonly string[]>> = {
  name: names,
  email: ['lower(u.email)'],
  role: ['u.role', ...names],
  createdAt: ['u.created_at', 'u.id'],
  organization: ['lower(o.name)', 'o.id', ...names],
  status: [statusOf, ...names],
};

const filled = (text: string) => text.replaceAll(/\$(\w+)/g, (_, name: string) => ids[name] ?? '');

/** Whom a plain query finds, in one plain order. */
async function plainly(people: string, keys: readonly string[]): Promise<string[]> {
  const { rows } = await database.admin.query<{ id: string }>(
    `select u.id from users u left join organizations o on o.id = u.organization_id
     where u.erased_at is null and ${filled(people)} order by ${keys.join(', ')}`,
  );
  return rows.map(({ id }) => id);
}

async function ask(query: string) {
  const { status, body, headers } = await admin.get<readonly { id: string }[]>(
    `${contract.list.path}?${query}`,
  );
  expect(status, query).toBe(200);
  return { ids: body.map(({ id }) => id), total: Number(headers.get('x-total-count')) };
}

test.each(filters)(
  '[USR-07] %j in every order: the people of a plain query, whole and by pages, and how many they are',
  async (query, people) => {
    for (const [key, keys] of Object.entries(orders)) {
      const plain = await plainly(people, keys);
      for (const [sort, expected] of [
        [key, plain],
        [`-${key}`, plain.toReversed()],
      ] as const) {
        const asked = `${filled(query)}&sort=${sort}`;
        // Short pages are read another way than one that has everybody.
        const starts = [0, 1, 3, 8].filter((start) => start === 0 || start < expected.length);
        const [whole, ...pages] = await Promise.all([
          ask(`${asked}&limit=1000`),
          ...starts.map((start) => ask(`${asked}&limit=3&offset=${String(start)}`)),
        ]);
        expect({ asked, ...whole }).toEqual({ asked, ids: expected, total: expected.length });
        expect({ asked, pages: pages.map((page) => page.ids) }).toEqual({
          asked,
          pages: starts.map((start) => expected.slice(start, start + 3)),
        });
        expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([expected.length]));
      }
    }
  },
);
