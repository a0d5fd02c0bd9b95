import { sql } from 'kysely';
import { asFixture, createUser } from '#tests/harness/world.ts';
import type { AccessRow, AccessRows, Target } from '../access-table.ts';
import type { AccessWorld } from '../access-world.ts';

//               anon learner manager admin hr  inspector inactive must-change
const area = '    401 403     403     200   200 403       401      403';
const outside = ' 401 403     403     200   404 403       401      403';
/** Nobody decides about their own name. */
const own = '     401 403     403     409   409 403       401      403';

/** A request of a person for the name that the person has: the world stays as it is. */
async function requested(person: { readonly id: string }, { server }: AccessWorld): Promise<string> {
  return asFixture(server.services, async (tx) => {
    await sql`select 1 from users where id = ${person.id} for update`.execute(tx.db);
    await sql`
      update name_requests set decision = 'withdrawn', decided_at = app_now()
      where user_id = ${person.id} and decision is null`.execute(tx.db);
    const { rows } = await sql<{ id: number }>`
      insert into name_requests (user_id, first_name, last_name)
      select id, coalesce(first_name, 'A'), coalesce(last_name, 'B') from users where id = ${person.id} returning id
    `.execute(tx.db);
    return String(rows[0]?.id);
  });
}

/** Somebody at the place of the target's person: several callers at once decide about different requests. */
async function double({ person }: Target, { server }: AccessWorld) {
  const { organizationId, departmentId, managerId } = person;
  return createUser(server.services, { organizationId, departmentId, managerId });
}

const decided = (body: object): AccessRow => ({
  send: async (target, world) => {
    const person = target.name === 'own' ? target.person : await double(target, world);
    return { params: { id: await requested(person, world) }, body };
  },
  expect: { own, report: area, foreign: outside },
});

/** The names that signatures print (AUTH-16). */
export const namesRows: AccessRows = {
  'people.nameRequests': { expect: { any: area } },
  'people.approveName': decided({}),
  'people.declineName': decided({ reason: 'It is not your name' }),
  'people.changeName': {
    send: async (target, world) => {
      const { id } = target.name === 'own' ? target.person : await double(target, world);
      return { params: { userId: id }, body: { firstName: 'Tab', lastName: 'Le' } };
    },
    expect: { own, report: area, foreign: outside },
  },
  'people.withdrawNameRequest': {
    send: async (target, world) => {
      await requested(target.person, world);
      return {};
    },
    expect: { own: '401 200 200 200 200 200 401 403' },
  },
};
