import type { AccessRows } from '../access-table.ts';

//                anon learner manager admin hr  inspector inactive must-change
const overseers = '401 403     403     200   403 200       401      403';
const adminsOnly = '401 403    403     200   403 403       401      403';
const adminsMake = '401 403    403     201   403 403       401      403';
/** There is no such check. */
const adminsMiss = '401 403    403     404   403 403       401      403';
/** Nobody of the world has accepted that signatures bind. */
const adminsRefused = '401 403 403     409   403 403       401      403';

/** The same of what inspectors sign too. */
const overseersRefused = '401 403 403  409   403 409       401      403';

/** No event has this id: it is nobody's. */
const nothingThere = '401 403 403     404   403 404       401      403';

/** Integrity checks: inspectors read, administrators start them and sign (AUD-04). */
export const integrityChecksRows: AccessRows = {
  'integrityChecks.list': { expect: { any: overseers } },
  'integrityChecks.findings': { expect: { any: overseers } },
  'integrityChecks.standing': { expect: { any: adminsOnly } },
  'integrityChecks.copies': { expect: { any: adminsOnly } },
  'integrityChecks.start': { send: () => ({ body: { withFiles: false } }), expect: { any: adminsMake } },
  'integrityChecks.cancel': {
    send: () => ({ params: { id: '2000000000' } }),
    expect: { own: adminsMiss, report: adminsMiss, foreign: adminsMiss },
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
  'recordProtection.get': { expect: { any: overseers } },
  'recordProtection.bundle': { send: () => ({ body: {} }), expect: { any: adminsMake } },
  'trailReviews.list': { expect: { any: overseers } },
  'trailReviews.next': { expect: { any: overseers } },
  'trailReviews.sign': {
    // Nothing was seen.
    send: () => ({
      body: {
        filters: {},
        through: 1,
        seen: 'a'.repeat(64),
        conclusion: 'In order',
        signature: { password: 'walk-seven-green-lamps', meaning: 'I have reviewed these events.' },
      },
    }),
    expect: { any: overseersRefused },
  },
  'auditTrail.list': { expect: { any: overseers } },
  'auditTrail.get': {
    // No event has this id.
    send: () => ({ params: { id: '200000000000' } }),
    expect: { own: nothingThere, report: nothingThere, foreign: nothingThere },
  },
};
