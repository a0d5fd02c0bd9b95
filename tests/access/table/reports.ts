import { randomUUID } from 'node:crypto';
import { noReach } from '#shared/domain/access/permissions.ts';
import { asFixture } from '#tests/harness/world.ts';
import type { AccessRows, Sent, Target } from '../access-table.ts';
import type { AccessWorld } from '../access-world.ts';

//                anon learner manager admin hr  inspector inactive must-change
const reporters = '401  403    200     200   403 200       401      403';

/** Of the people of a module everybody sees those within the reach; managers see modules that they could assign. */
const byTraining = {
  //        anon learner manager admin hr  inspector inactive must-change
  own: '    401  403     200     200   403 200       401      403',
  report: ' 401  403     200     200   403 200       401      403',
  foreign: '401  403     200     200   403 404       401      403',
};

const trainingFile = {
  //        anon learner manager admin hr  inspector inactive must-change
  own: '    401  200     200     200   200 200       401      403',
  report: ' 401  404     200     200   200 200       401      403',
  foreign: '401  404     404     200   404 404       401      403',
};

/** The organizations of this world are in UTC. */
const today = () => new Date().toISOString().slice(0, 10);

const qualified = ({ person, material }: Target) => ({
  query: { person: person.id, module: String(material.completedModuleId), day: today() },
});

/** Everybody who has a list of people. */
const listers = '401 403 200 200 200 200 401 403';

/** An export that this person asked for. */
async function exportOf({ person }: Target, world: AccessWorld): Promise<number> {
  return asFixture(world.server.services, async (tx) => {
    const { id } = await tx.db
      .insertInto('exports')
      .values({ kind: 'people', format: 'csv', columns: ['email'], requestedBy: person.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

const exportOfOne = async (target: Target, world: AccessWorld) => ({
  params: { id: String(await exportOf(target, world)) },
});

/** An export that this person saved, with a schedule. */
async function savedBy({ person }: Target, world: AccessWorld): Promise<number> {
  return asFixture(world.server.services, async (tx) => {
    const { id } = await tx.db
      .insertInto('savedExports')
      .values({
        ownerId: person.id,
        name: `Saved ${randomUUID()}`,
        kind: 'people',
        format: 'csv',
        columns: ['email'],
        reach: JSON.stringify(noReach),
        frequency: 'daily',
        timeOfDay: '07:00',
        timeZone: 'UTC',
        nextRunAt: new Date(Date.now() + 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

const savedOne =
  (body?: object) =>
  async (target: Target, world: AccessWorld): Promise<Sent> => ({
    params: { id: String(await savedBy(target, world)) },
    ...(body && { body }),
  });

const definition = { dataSet: 'people', format: 'csv', columns: ['email'], filters: {} };

/** Saved exports are their owner's alone. */
const ofOwner = {
  //        anon learner manager admin hr  inspector inactive must-change
  own: '    401  403     200     200   403 200       401      403',
  report: ' 401  403     404     404   403 404       401      403',
  foreign: '401  403     404     404   403 404       401      403',
};

/** Exports that are saved and scheduled (RPT-03). */
const savedRows: AccessRows = {
  'savedExports.list': { expect: { any: reporters } },
  'savedExports.create': {
    send: () => ({ body: { name: `Saved ${randomUUID()}`, ...definition } }),
    //             anon learner manager admin hr  inspector inactive must-change
    expect: { any: '401  403    201     201   403 201       401      403' },
  },
  'savedExports.change': {
    send: (target, world) => savedOne({ name: `Saved ${randomUUID()}`, ...definition })(target, world),
    expect: ofOwner,
  },
  'savedExports.rename': {
    send: (target, world) => savedOne({ name: `Saved ${randomUUID()}` })(target, world),
    expect: ofOwner,
  },
  'savedExports.remove': { send: savedOne(), expect: ofOwner },
  // It was saved with another reach than that of now.
  'savedExports.run': {
    send: savedOne(),
    expect: { ...ofOwner, own: '401 403 409 409 403 409 401 403' },
  },
  'savedExports.schedule': { send: savedOne({ frequency: 'daily', time: '07:00' }), expect: ofOwner },
  'savedExports.unschedule': { send: savedOne(), expect: ofOwner },
  'savedExports.schedules': { expect: { any: '401 403 403 200 403 403 401 403' } },
  'savedExports.stop': {
    send: savedOne(),
    expect: {
      //        anon learner manager admin hr  inspector inactive must-change
      own: '    401  403     403     200   403 403       401      403',
      report: ' 401  403     403     200   403 403       401      403',
      foreign: '401  403     403     200   403 403       401      403',
    },
  },
};

/** Reports: managers of their team, inspectors of their organizations, administrators of all. */
export const reportsRows: AccessRows = {
  'reports.completion': {
    send: ({ person }) => ({ query: { userId: person.id, include: 'assignments' } }),
    expect: {
      //        anon learner manager admin hr  inspector inactive must-change
      own: '    401  403     404     200   403 200       401      403',
      report: ' 401  403     200     200   403 200       401      403',
      foreign: '401  403     404     200   403 404       401      403',
    },
  },
  'reports.trainingFile': {
    send: ({ person }) => ({ params: { userId: person.id } }),
    expect: trainingFile,
  },
  'qualified.answer': { send: qualified, expect: trainingFile },
  'qualified.paper': { send: qualified, expect: trainingFile },
  'qualified.list': {
    send: ({ material }) => ({ query: { module: String(material.moduleId), day: today() } }),
    expect: {
      //        anon learner manager admin hr  inspector inactive must-change
      own: '    401  403     200     200   200 200       401      403',
      report: ' 401  403     200     200   200 200       401      403',
      foreign: '401  403     200     200   404 404       401      403',
    },
  },
  'modulePeople.list': {
    send: ({ material }) => ({ params: { id: String(material.moduleId) } }),
    expect: byTraining,
  },
  'modulePeople.lateCompletions': {
    send: ({ material }) => ({ params: { id: String(material.moduleId) } }),
    expect: byTraining,
  },
  'trainingGrid.outline': {
    send: () => ({}),
    expect: { any: reporters },
  },
  'trainingGrid.people': {
    send: ({ material }) => ({ query: { modules: String(material.moduleId) } }),
    expect: { any: reporters },
  },
  'modulePeople.figures': {
    send: ({ material }) => ({ params: { id: String(material.moduleId) } }),
    expect: byTraining,
  },
  'exports.count': {
    send: () => ({ query: { dataSet: 'people', format: 'csv' } }),
    expect: { any: reporters },
  },
  'exports.download': {
    send: () => ({ query: { dataSet: 'assignments', format: 'csv', columns: 'email,status' } }),
    expect: { any: reporters },
  },
  'exports.request': {
    send: () => ({
      body: { dataSet: 'people', format: 'csv', columns: ['email'], filters: {} },
    }),
    //             anon learner manager admin hr  inspector inactive must-change
    expect: { any: '401  403    201     201   403 201       401      403' },
  },
  'exports.list': { expect: { any: listers } },
  ...savedRows,
  'binders.request': {
    // Nobody may have more than five exports open.
    send: async ({ person }, world) => {
      await asFixture(world.server.services, (tx) =>
        tx.db.updateTable('exports').set({ state: 'cancelled' }).where('kind', '=', 'binder').execute(),
      );
      return { body: { userIds: [person.id] } };
    },
    expect: {
      //        anon learner manager admin hr  inspector inactive must-change
      own: '    401  403     201     201   201 201       401      403',
      report: ' 401  403     201     201   201 201       401      403',
      foreign: '401  403     404     201   404 404       401      403',
    },
  },
  // The file is not written yet: nobody gets one here, but only its requester and administrators learn that it is not.
  'exports.file': {
    send: exportOfOne,
    expect: {
      //        anon learner manager admin hr  inspector inactive must-change
      own: '    401  403     404     404   404 404       401      403',
      report: ' 401  403     404     404   404 404       401      403',
      foreign: '401  403     404     404   404 404       401      403',
    },
  },
  'exports.cancel': {
    send: exportOfOne,
    expect: {
      //        anon learner manager admin hr  inspector inactive must-change
      own: '    401  403     200     200   200 200       401      403',
      report: ' 401  403     404     200   404 404       401      403',
      foreign: '401  403     404     200   404 404       401      403',
    },
  },
  'reports.completionExport': { send: () => ({ query: { format: 'csv' } }), expect: { any: reporters } },
};
