import { sql } from 'kysely';
import { asFixture, createUser } from '#tests/harness/world.ts';
import type { AccessRow, AccessRows, Target } from '../access-table.ts';
import type { AccessWorld } from '../access-world.ts';

//               anon learner manager admin hr  inspector inactive must-change
/** Nobody records their own absence; a manager does not reach themselves. */
const own = '    401  403     404     409   409 403       401      403';
const report = ' 401  403     200     200   200 403       401      403';
const foreign = '401  403     404     200   404 403       401      403';

/** Somebody at the place of the target's person, so that callers at once do not record the same days. */
async function double({ name, person }: Target, { server }: AccessWorld): Promise<string> {
  if (name === 'own') return person.id;
  const { organizationId, departmentId, managerId } = person;
  return (await createUser(server.services, { organizationId, departmentId, managerId })).id;
}

/** An absence of such a person, in the past of the world. */
async function recorded(target: Target, world: AccessWorld): Promise<string> {
  const userId = await double(target, world);
  return asFixture(world.server.services, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into absences (user_id, first_day, last_day, return_days, recorded_by)
      values (${userId}, '2025-01-10', '2025-01-20', 14, ${userId}) returning id`.execute(tx.db);
    return String(rows[0]?.id);
  });
}

const days = { firstDay: '2025-02-10', lastDay: '2025-02-20', kind: 'leave' };
const reason = 'As the table says';

const changed = (body: object): AccessRow => ({
  send: async (target, world) => ({ params: { id: await recorded(target, world) }, body }),
  expect: { own, report, foreign },
});

/** Absences (USR-10). */
export const absencesRows: AccessRows = {
  'absences.list': {
    send: ({ person }) => ({ params: { userId: person.id } }),
    expect: {
      own: '    401  200     200     200   200 200       401      403',
      report: ' 401  404     200     200   200 200       401      403',
      foreign: '401  404     404     200   404 404       401      403',
    },
  },
  'absences.record': {
    send: async (target, world) => ({ params: { userId: await double(target, world) }, body: days }),
    expect: { own, report, foreign },
  },
  'absences.change': changed({ ...days, reason }),
  'absences.end': changed({ lastDay: '2025-01-15' }),
  'absences.void': changed({ reason }),
};
