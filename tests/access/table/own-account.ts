import { givePicture } from '#tests/harness/picture.ts';
import type { AccessRows } from '../access-table.ts';

//               anon learner manager admin hr  inspector inactive must-change
const everyOwn = '401 200     200     200   200 200       401      403';
const adminOnly = '401 403    403     200   403 403       401      403';

/** One's own picture, waiting email and data; pictures and data of others. */
export const ownAccountRows: AccessRows = {
  // A call without files; whoever may upload is asked for them.
  'people.setPicture': { expect: { own: '401 415 415 415 415 415 401 403' } },
  'people.removePicture': { expect: { own: everyOwn } },
  'people.picture': {
    send: async ({ person }, { server }) => {
      await givePicture(server.services, person.id);
      return { params: { userId: person.id } };
    },
    expect: {
      //        anon learner manager admin hr  inspector inactive must-change
      own: '    401  200     200     200   200 200       401      403',
      report: ' 401  404     200     200   200 200       401      403',
      foreign: '401  404     404     200   404 404       401      403',
    },
  },
  // Nobody's email waits.
  'people.resendConfirmation': { expect: { own: '401 409 409 409 409 409 401 403' } },
  'people.exportOwnData': { expect: { own: everyOwn } },
  'people.exportData': {
    send: ({ person }) => ({ params: { userId: person.id } }),
    expect: { own: adminOnly, report: adminOnly, foreign: adminOnly },
  },
};
