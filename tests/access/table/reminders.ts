import type { AccessRows } from '../access-table.ts';

//                anon learner manager admin hr  inspector inactive must-change
const adminsOnly = '401 403     403     200   403 403       401      403';
const schedule = { sendAt: '08:00', steps: [] };

/** Reminders by hand (REM-01): administrators to all, managers to those below them. The schedule (NOT-04): administrators. */
export const remindersRows: AccessRows = {
  'reminders.info': { expect: { any: '401 403 200 200 403 403 401 403' } },
  'reminderSchedule.get': { expect: { any: adminsOnly } },
  'reminderSchedule.preview': { send: () => ({ body: schedule }), expect: { any: adminsOnly } },
  'reminderSchedule.change': { send: () => ({ body: schedule }), expect: { any: adminsOnly } },
  'reminders.send': {
    // Nobody in the world is overdue: the answer is the same for whoever asks first.
    send: ({ person }) => ({ body: { reminderType: 'overdue_compliance', userIds: [person.id] } }),
    expect: {
      //        anon learner manager admin hr  inspector inactive must-change
      own: '    401  403     404     200   403 403       401      403',
      report: ' 401  403     200     200   403 403       401      403',
      foreign: '401  403     404     200   403 403       401      403',
    },
  },
};
