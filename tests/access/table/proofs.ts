import type { AccessRows } from '../access-table.ts';

const everybody = (status: number): string => Array.from({ length: 8 }, () => status).join(' ');

/** Nobody of this world has signed anything in the HR area: there is no proof, for whoever asks. */
const unsigned = {
  //        anon learner manager admin hr  inspector inactive must-change
  own: '    401  404     404     404   404 404       401      403',
  report: ' 401  404     404     404   404 404       401      403',
  foreign: '401  404     404     404   404 404       401      403',
};

/** Nothing was found in this world, so nothing was signed about it. */
const noFindings = '401 403 403     404   403 404       401      403';

/** Proof files and public keys. The completions of this world are not what was signed: who may see one is refused its proof. */
export const proofsRows: AccessRows = {
  'proofs.completion': {
    send: ({ material }) => ({ params: { id: String(material.completedAssignmentId) } }),
    expect: {
      own: '    401  409     409     409   409 409       401      403',
      report: ' 401  404     409     409   409 409       401      403',
      foreign: '401  404     404     409   404 404       401      403',
    },
  },
  'proofs.certificate': {
    send: ({ material }) => ({ params: { code: material.certificateCode } }),
    expect: { own: everybody(409), report: everybody(409), foreign: everybody(409) },
  },
  'proofs.agreement': {
    send: ({ organizationId }, world) => ({
      params: { id: String(world.hrOf(organizationId).agreementId) },
    }),
    expect: unsigned,
  },
  'proofs.cv': {
    send: ({ material }) => ({ params: { versionId: String(material.cvVersionId) } }),
    expect: unsigned,
  },
  'proofs.acknowledgement': { send: () => ({ params: { id: '2147483647' } }), expect: unsigned },
  'proofs.findings': {
    send: () => ({ params: { id: '2147483647' } }),
    expect: { own: noFindings, report: noFindings, foreign: noFindings },
  },
  // Nobody issued this; who may see more by signing in sees no more here.
  'papers.check': { send: () => ({ params: { sha256: 'a'.repeat(64) } }), expect: { any: everybody(404) } },
  'proofs.keys': { expect: { any: everybody(200) } },
  'proofs.verifier': { expect: { any: everybody(200) } },
};
