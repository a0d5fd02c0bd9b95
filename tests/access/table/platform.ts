import type { AccessRows } from '../access-table.ts';

//               anon learner manager admin hr  inspector inactive must-change
const everybody = '200 200     200     200   200 200       200      200';

/** Calls about the installation (OPS-04, OPS-06). */
export const platformRows: AccessRows = {
  'platform.version': { expect: { any: everybody } },
  'platform.health': { expect: { any: everybody } },
  'platform.ready': { expect: { any: everybody } },
  'platform.metrics': { expect: { any: '404 404     404     404   404 404       404      404' } },
  'platform.docs': { expect: { any: everybody } },
};
