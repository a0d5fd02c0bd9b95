import { asFixture } from '#tests/harness/world.ts';
import type { AccessRows } from '../access-table.ts';
import type { AccessWorld } from '../access-world.ts';

//                anon learner manager admin hr  inspector inactive must-change
const overseers = '401 403     403     200   403 200       401      403';
const adminsOnly = '401 403    403     200   403 403       401      403';
const adminsMake = '401 403    403     201   403 403       401      403';
/** Nobody of the world has accepted that signatures bind. */
const adminsRefused = '401 403 403     409   403 403       401      403';

/** A check that is pending; there is one at a time. */
async function pendingCheck({ server }: AccessWorld, wanted = true): Promise<number> {
  return asFixture(server.services, async (tx) => {
    await tx.db
      .updateTable('verifyRuns')
      .set({ state: 'cancelled', endedAt: new Date() })
      .where('state', '=', 'waiting')
      .execute();
    if (!wanted) return 0;
    const { id } = await tx.db
      .insertInto('verifyRuns')
      .values({ kind: 'manual', withFiles: false })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** Integrity checks: inspectors read, administrators start them and sign (AUD-04). */
export const integrityChecksRows: AccessRows = {
  'integrityChecks.list': { expect: { any: overseers } },
  'integrityChecks.findings': { expect: { any: overseers } },
  'integrityChecks.standing': { expect: { any: adminsOnly } },
  'integrityChecks.start': {
    send: async (_target, world) => {
      await pendingCheck(world, false);
      return { body: { withFiles: false } };
    },
    expect: { any: adminsMake },
  },
  'integrityChecks.cancel': {
    send: async (_target, world) => ({ params: { id: String(await pendingCheck(world)) } }),
    expect: { own: adminsOnly, report: adminsOnly, foreign: adminsOnly },
  },
  'integrityChecks.sign': {
    send: () => ({
      body: {
        findingsHash: '0'.repeat(64),
        reason: 'Restored from backup',
        signature: { password: 'walk-seven-green-lamps', meaning: 'I have reviewed these findings.' },
      },
    }),
    expect: { any: adminsRefused },
  },
};
