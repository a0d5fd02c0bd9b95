import type { AccessRows } from '../access-table.ts';

/** A paper of a training file: the person, the managers above, administrators, hr and inspectors in scope (EMP-01). */
const trainingFile = {
  //        anon learner manager admin hr  inspector inactive must-change
  own: '    401  200     200     200   200 200       401      403',
  report: ' 401  404     200     200   200 200       401      403',
  foreign: '401  404     404     200   404 404       401      403',
};

const everybody = '200 200 200 200 200 200 200 200';

/** Certificates, and the public check of one. */
export const certificatesRows: AccessRows = {
  'certificates.list': {
    send: ({ person }) => ({ query: { userId: person.id } }),
    expect: trainingFile,
  },
  'certificates.pdf': {
    send: ({ material }) => ({ params: { number: material.certificateNumber } }),
    expect: trainingFile,
  },
  'certificates.verify': {
    send: ({ material }) => ({ params: { code: material.certificateCode } }),
    expect: { own: everybody, report: everybody, foreign: everybody },
  },
};
