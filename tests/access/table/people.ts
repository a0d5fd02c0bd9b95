import { sql } from 'kysely';
import { inAYear } from '#tests/harness/in-a-year.ts';
import { asFixture, createUser } from '#tests/harness/world.ts';
import type { AccessRow, AccessRows, Target } from '../access-table.ts';
import type { AccessWorld } from '../access-world.ts';

//               anon learner manager admin hr  inspector inactive must-change
const everyOwn = '401 200     200     200   200 200       401      403';
const adminOnly = '401 403    403     200   403 403       401      403';

/** A person who stands where the target stands, and whom the call may change or erase. */
async function double({ person }: Target, world: AccessWorld): Promise<string> {
  const { organizationId, departmentId, managerId } = person;
  const { id } = await createUser(world.server.services, { organizationId, departmentId, managerId });
  return id;
}

const manage = (send: NonNullable<AccessRow['send']>, statuses = adminOnly): AccessRow => ({
  send,
  expect: { own: statuses, report: statuses, foreign: statuses },
});

let number = 0;

/** People: the list by role, one's own profile and settings, EMP-01, and what only administrators do. */
export const peopleRows: AccessRows = {
  'people.list': { expect: { any: '401 403 200 200 200 200 401 403' } },
  'people.stats': { expect: { any: '401 403 200 200 200 200 401 403' } },
  'people.trainingEffect': manage(({ person }) => ({
    query: { userId: person.id, jobTitle: 'Administration' },
  })),
  'people.create': {
    send: () => ({
      body: { email: `table-${String((number += 1))}@world.example`, firstName: 'Tab', lastName: 'Le' },
    }),
    expect: { any: '401 403 403 201 403 403 401 403' },
  },
  'people.update': manage(({ person }) => ({
    params: { userId: person.id },
    body: { jobTitle: 'Administration' },
  })),
  'people.erase': {
    send: async (target, world) => ({
      params: { userId: target.name === 'own' ? target.person.id : await double(target, world) },
      body: { reason: 'Asked for it' },
    }),
    expect: {
      // Nobody erases the own account.
      own: '    401 403 403 409 403 403 401 403',
      report: adminOnly,
      foreign: adminOnly,
    },
  },
  'people.grants': manage(({ person }) => ({ params: { userId: person.id } })),
  'people.grant': manage(
    async (target, world) => ({
      params: { userId: await double(target, world) },
      body: { kind: 'inspector', organizationId: target.organizationId, expiresOn: inAYear() },
    }),
    '401 403 403 201 403 403 401 403',
  ),
  'people.revokeGrant': manage(async (target, world) => {
    const userId = await double(target, world);
    const grantId = await asFixture(world.server.services, async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into user_grants (user_id, kind, organization_id) values (${userId}, 'hr', ${target.organizationId}) returning id
      `.execute(tx.db);
      return rows[0]?.id;
    });
    return { params: { userId, grantId: String(grantId) } };
  }),
  'people.profile': { expect: { own: everyOwn } },
  'people.updateProfile': { send: () => ({ body: {} }), expect: { own: everyOwn } },
  'people.confirmEmail': {
    send: () => ({ body: { token: 'no-token-that-anybody-was-sent' } }),
    expect: { any: '422 422 422 422 422 422 422 422' },
  },
  'people.stopEmailChange': {
    send: () => ({ body: { token: 'no-token-that-anybody-was-sent' } }),
    expect: { any: '422 422 422 422 422 422 422 422' },
  },
  'people.settings': { expect: { own: everyOwn } },
  'people.updateSettings': { send: () => ({ body: { theme: 'light' } }), expect: { own: everyOwn } },
  'people.ownManager': { expect: { own: everyOwn } },
  'people.details': {
    send: ({ person }) => ({ params: { userId: person.id } }),
    expect: {
      //        anon learner manager admin hr  inspector inactive must-change
      own: '    401  200     200     200   200 200       401      403',
      report: ' 401  404     200     200   200 200       401      403',
      foreign: '401  404     404     200   404 404       401      403',
    },
  },
};
