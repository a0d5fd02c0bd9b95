import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { peopleContract as contract } from '#shared/contract/people.ts';
import { inAYear } from '#tests/harness/in-a-year.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  asFixture,
  createDepartment,
  createOrganization,
  createUser,
  createUsers,
  signIn,
  type FixtureUser,
} from '#tests/harness/world.ts';

let database: TestDatabase;
let server: TestServer;
let boss: FixtureUser;
let admin: TestClient;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  boss = await createUser(server.services, { role: 'admin', firstName: 'Zoe', lastName: 'Zuse' });
  admin = await signIn(server.client(), boss);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

async function ask(query: Record<string, string | number> = {}) {
  const { body, headers } = await admin.call(contract.list, { query: { limit: 1000, ...query } });
  return { names: body.map((row) => row.lastName), body, total: Number(headers.get('x-total-count')) };
}

describe('the order', () => {
  const orders = ['name', 'email', 'organization', 'role', 'status', 'createdAt'];
  beforeAll(async () => {
    const [beta, alpha] = [
      await createOrganization(server.services, { name: 'Beta' }),
      await createOrganization(server.services, { name: 'alpha' }),
    ];
    const people: Record<string, unknown>[] = [
      { lastName: 'Quill', organizationId: alpha.id, role: 'manager' },
      { lastName: 'abel', organizationId: alpha.id, isActive: false, onboardingCompleted: true },
      { lastName: 'Abel', organizationId: beta.id, mustChangePassword: true },
      { lastName: 'Noone', mustChangePassword: true },
      { lastName: 'Quill', organizationId: beta.id, isActive: false },
    ];
    for (const person of people) await createUser(server.services, person);
  });

  test.each(orders)(
    '[USR-07] by %s: downwards is upwards read backwards, and pages never overlap',
    async (key) => {
      const up = (await ask({ sort: key })).body.map(({ id }) => id);
      const down = (await ask({ sort: `-${key}` })).body.map(({ id }) => id);
      expect(down).toEqual(up.toReversed());
      const paged: string[] = [];
      for (let offset = 0; offset < up.length; offset += 2) {
        paged.push(...(await ask({ sort: key, limit: 2, offset })).body.map(({ id }) => id));
      }
      expect(paged).toEqual(up);
    },
  );

  test.each(['organization', 'status'])(
    '[USR-07] by %s it is the same for all people and for some of them',
    async (key) => {
      // A search that everybody answers takes the other way through the database.
      const all = (await ask({ sort: key })).body.map(({ id }) => id);
      const searched = (await ask({ sort: key, q: '@' })).body.map(({ id }) => id);
      expect(searched).toEqual(all);
    },
  );

  test('[USR-01] organizations in the order of their names, people without one last', async () => {
    const { body } = await ask({ sort: 'organization' });
    const names = [...new Set(body.map((row) => row.organizationName))];
    expect(names).toEqual(['alpha', 'Beta', null]);
    const statuses = [...new Set((await ask({ sort: 'status' })).body.map((row) => row.displayStatus))];
    expect(statuses).toEqual(['active', 'inactive', 'pending']);
  });
});

describe('the search', () => {
  test('[USR-01] finds any part of name or email, whatever the case, and nothing across the two', async () => {
    const person = await createUser(server.services, {
      firstName: 'Léonie',
      lastName: "O'Brien_Möller",
      email: 'leo.search@people.example',
    });
    for (const q of ['LÉONIE o', "o'br", 'n_m', 'MÖLLER', 'EO.SEARCH@', 'ni']) {
      expect((await ask({ q })).body.map(({ id }) => id)).toContain(person.id);
    }
    for (const q of ['ller leo', 'möllerleo', 'n%m', 'nobody has this']) {
      expect((await ask({ q })).body.map(({ id }) => id)).not.toContain(person.id);
    }
  });

  test('[AUTH-13] the grant hr finds by the name alone, also where both would match', async () => {
    const organization = await createOrganization(server.services);
    const hr = await createUser(server.services, {
      grants: [{ kind: 'hr', organizationId: organization.id }],
    });
    const person = await createUser(server.services, {
      organizationId: organization.id,
      firstName: 'Hanna',
      lastName: 'Rees',
      email: 'secret.address@people.example',
    });
    const client = await signIn(server.client(), hr);
    const found = async (q: string) =>
      (await client.call(contract.list, { query: { q } })).body.map(({ id }) => id);
    expect(await found('anna re')).toEqual([person.id]);
    expect(await found('secret')).toEqual([]);
    expect(await found('people.example')).toEqual([]);
  });
});

describe('the length', () => {
  test('[USR-07] sums and rows say the same after every kind of change, and after the sums were put together', async () => {
    const organization = await createOrganization(server.services);
    const organizationId = String(organization.id);
    const people: FixtureUser[] = [];
    for (let number = 0; number < 6; number += 1) {
      people.push(await createUser(server.services, { organizationId: organization.id }));
    }
    const [one, two, three] = people;
    await admin.patch(`/api/users/${one?.id ?? ''}`, { role: 'manager' });
    await admin.patch(`/api/users/${two?.id ?? ''}`, { isActive: false });
    await admin.post(`/api/users/${three?.id ?? ''}/erase`, { reason: 'Asked for it' });
    const compare = async () => {
      const queries: readonly Record<string, string | number>[] = [
        {},
        { organizationId },
        { organizationId, role: 'learner' },
        { organizationId, isActive: 'true' },
        { onboardingCompleted: 'false' },
        { organizationId, role: 'manager', isActive: 'false' },
      ];
      for (const query of queries) {
        const { total, body } = await ask(query);
        expect({ query, total }).toEqual({ query, total: body.length });
      }
    };
    await compare();
    expect((await ask({ organizationId })).total).toBe(5);
    await database.admin.query('select fold_people_counts()');
    await compare();
    const { rows } = await database.admin.query(
      `select organization_id, role, is_active, onboarding_completed from people_counts group by 1, 2, 3, 4 having count(*) > 1`,
    );
    expect(rows).toEqual([]);
    await database.admin.query('select recount_people()');
    await compare();
  });

  test('[USR-07] a thousand changes leave few rows behind, and people who change at once do not wait for a sum', async () => {
    await asFixture(server.services, async (tx) => {
      for (let number = 0; number < 400; number += 1) {
        await sql`update users set is_active = not is_active where id = ${boss.id}`.execute(tx.db);
      }
    });
    const { rows } = await database.admin.query<{ rows: number }>(
      'select count(*)::int as rows from people_counts',
    );
    expect(rows[0]?.rows).toBeLessThan(400);
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        admin.post('/api/users', {
          email: `at-once-${String(number)}@people.example`,
          firstName: 'At',
          lastName: 'Once',
        }),
      ),
    );
    expect(made.every(({ status }) => status === 201)).toBe(true);
    const { total, body } = await ask();
    expect(total).toBe(body.length);
  });

  test('[USR-07] the application cannot write the sums', async () => {
    await expect(
      sql`update people_counts set people = people + 1`.execute(database.db),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(sql`select recount_people()`.execute(database.db)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('who could be the manager', () => {
  test('[USR-02] managers and administrators, neither the person nor anybody below', async () => {
    const top = await createUser(server.services, { role: 'manager', lastName: 'Pyramid' });
    const middle = await createUser(server.services, {
      role: 'manager',
      lastName: 'Pyramid',
      managerId: top.id,
    });
    const low = await createUser(server.services, {
      role: 'manager',
      lastName: 'Pyramid',
      managerId: middle.id,
    });
    await createUser(server.services, { lastName: 'Pyramid', managerId: low.id });
    const choices = async (managerOf: string) =>
      (await ask({ q: 'pyramid', canManage: 'true', managerOf })).body.map(({ id }) => id);
    expect(await choices(top.id)).toEqual([]);
    expect(await choices(middle.id)).toEqual([top.id]);
    expect((await choices(low.id)).toSorted()).toEqual([top.id, middle.id].toSorted());
  });
});

describe('who sees only the names of some', () => {
  test('[USR-07] [AUTH-13] filters of work data find nobody beyond the people whose work the caller sees', async () => {
    const { id: organizationId } = await createOrganization(server.services);
    const department = await createDepartment(server.services, { organizationId });
    const grants = [{ kind: 'hr', organizationId }] as const;
    const [hr, lead] = await createUsers(server.services, [
      { organizationId, grants },
      { organizationId, grants, role: 'manager' },
    ]);
    if (!hr || !lead) throw new Error('nobody was made');
    const common = { organizationId, departmentId: department.id };
    const report = await createUser(server.services, { ...common, managerId: lead.id });
    const other = await createUser(server.services, { ...common, managerId: hr.id });
    const foundBy = async (user: FixtureUser) => {
      const client = await signIn(server.client(), user);
      return async (query: Record<string, string | number>) => {
        const { body, headers } = await client.call(contract.list, { query: { limit: 1000, ...query } });
        expect(Number(headers.get('x-total-count'))).toBe(body.length);
        return body.map(({ id }) => id).toSorted();
      };
    };
    const [byHr, byLead] = [await foundBy(hr), await foundBy(lead)];
    const everybody = [hr.id, lead.id, report.id, other.id].toSorted();
    expect([await byHr({}), await byLead({})]).toEqual([everybody, everybody]);
    const filters: readonly Record<string, string>[] = [
      { role: 'learner' },
      { departmentId: String(department.id) },
      { status: 'active' },
      { isActive: 'true' },
      { onboardingCompleted: 'true' },
      { canManage: 'false' },
      { managerOf: lead.id },
    ];
    for (const filter of filters) {
      expect([filter, await byHr(filter)]).toEqual([filter, []]);
      const found = await byLead(filter);
      expect([filter, found.filter((id) => id !== report.id)]).toEqual([filter, []]);
    }
    expect(await byLead({ departmentId: department.id, role: 'learner' })).toEqual([report.id]);
    expect(await byLead({ managerId: hr.id })).toEqual([]);
  });

  test('[USR-07] [AUTH-13] a grant for work data of one organization finds nobody by it in the organization of the grant hr', async () => {
    const organizations = [
      await createOrganization(server.services),
      await createOrganization(server.services),
    ] as const;
    const [inspected, named] = organizations;
    const user = await createUser(server.services, {
      grants: [
        { kind: 'inspector', organizationId: inspected.id, validUntil: new Date(inAYear()) },
        { kind: 'hr', organizationId: named.id },
      ],
    });
    const [seen] = await createUsers(
      server.services,
      organizations.map(({ id }) => ({ organizationId: id, lastName: 'Twofold' })),
    );
    const client = await signIn(server.client(), user);
    const found = async (query: Record<string, string>) =>
      (await client.call(contract.list, { query })).body.map(({ id }) => id);
    expect(await found({ q: 'twofold' })).toHaveLength(2);
    expect(await found({ q: 'twofold', role: 'learner' })).toEqual([seen?.id]);
  });
});

describe('grants', () => {
  const paths = (userId: string) => `/api/users/${userId}/grants`;

  test('[AUTH-14] running and past ones with who gave and ended them', async () => {
    const organization = await createOrganization(server.services);
    const person = await createUser(server.services, { organizationId: organization.id });
    const none = await admin.call(contract.grants, { params: { userId: person.id } });
    expect(none.body).toEqual({ current: [], past: [] });
    await admin.post(paths(person.id), { kind: 'hr', organizationId: organization.id });
    const { body: inspector } = await admin.post<{ id: number }>(paths(person.id), {
      kind: 'inspector',
      organizationId: organization.id,
      expiresOn: inAYear(),
    });
    const { status } = await admin.call(contract.revokeGrant, {
      params: { userId: person.id, grantId: String(inspector.id) },
    });
    expect(status).toBe(200);
    const { body } = await admin.call(contract.grants, { params: { userId: person.id } });
    expect(body.current).toMatchObject([
      {
        kind: 'hr',
        organizationName: organization.name,
        validUntil: null,
        expiresOn: null,
        grantedByName: 'Zoe Zuse',
        revokedByName: null,
      },
    ]);
    expect(body.past).toMatchObject([
      { kind: 'inspector', expiresOn: inAYear(), grantedByName: 'Zoe Zuse', revokedByName: 'Zoe Zuse' },
    ]);
  });

  test('[AUTH-14] one that ran out is a past one, though nobody ended it', async () => {
    const organization = await createOrganization(server.services);
    const person = await createUser(server.services);
    await asFixture(server.services, (tx) =>
      sql`insert into user_grants (user_id, kind, organization_id, valid_from, valid_until)
        values (${person.id}, 'inspector', ${organization.id}, app_now() - interval '2 days', app_now())`.execute(
        tx.db,
      ),
    );
    const { body } = await admin.call(contract.grants, { params: { userId: person.id } });
    expect(body.current).toEqual([]);
    expect(body.past).toMatchObject([{ kind: 'inspector', revokedAt: null }]);
  });

  test('[AUTH-14] nobody, and an erased person, have none to show', async () => {
    const person = await createUser(server.services);
    await admin.post(`/api/users/${person.id}/erase`, { reason: 'Asked for it' });
    for (const userId of [person.id, 'u_nobody']) {
      expect((await admin.get<Problem>(paths(userId))).body.code).toBe('NOT_FOUND');
    }
  });
});
