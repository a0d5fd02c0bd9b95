import type { AccessRows } from '../access-table.ts';

//              anon learner manager admin hr  inspector inactive must-change
const withBell = '401 403    200     200   403 403       401      403';
const nobodys = '401 403    404     404   403 403       401      403';

const everyOwn = '401 200    200     200   200 200       401      403';
const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };

/** The bell: of administrators and managers, each their own. */
export const notificationsRows: AccessRows = {
  'notifications.list': { expect: { own: withBell } },
  'push.key': { expect: { own: everyOwn } },
  'push.subscribe': {
    send: ({ person }) => ({ body: { endpoint: `https://push.services.org/${person.id}`, keys } }),
    expect: { own: everyOwn },
  },
  // Nobody's browser.
  'push.unsubscribe': {
    send: () => ({ body: { endpoint: 'https://push.services.org/nobody' } }),
    expect: { own: '401 404 404 404 404 404 401 403' },
  },
  'notifications.stream': { expect: { own: withBell } },
  'notifications.readAll': { expect: { own: withBell } },
  'notifications.read': {
    send: ({ material }) => ({ params: { id: String(material.notificationId) } }),
    expect: { own: withBell, report: nobodys, foreign: nobodys },
  },
};
