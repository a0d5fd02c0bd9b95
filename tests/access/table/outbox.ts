import type { AccessRows } from '../access-table.ts';

//                anon learner manager admin hr  inspector inactive must-change
const adminsOnly = '401 403     403     200   403 403       401      403';
const adminsMake = '401 403     403     201   403 403       401      403';

/** Calls about the outbox and announcements (NOT-02). */
export const outboxRows: AccessRows = {
  'outbox.list': { expect: { any: adminsOnly } },
  'outbox.open': {
    send: async (_target, { server }) => {
      const { id } = await server.services.db
        .selectFrom('mailOutbox')
        .select('id')
        .where('toAddress', '=', 'mail-of-the-world@world.example')
        .executeTakeFirstOrThrow();
      return { params: { id: String(id) } };
    },
    expect: { own: adminsOnly, report: adminsOnly, foreign: adminsOnly },
  },
  'outbox.overview': { expect: { any: adminsOnly } },
  'outbox.resend': { send: () => ({ body: { state: 'failed' } }), expect: { any: adminsOnly } },
  'outbox.recipients': { send: () => ({ query: { audience: 'admins' } }), expect: { any: adminsOnly } },
  'mailTexts.list': { send: () => ({ query: { language: 'en' } }), expect: { any: adminsOnly } },
  'mailTexts.preview': {
    send: () => ({ body: { template: 'hr.agreement', language: 'en', subject: 'Sign', body: '{link}' } }),
    expect: { any: adminsOnly },
  },
  'mailTexts.change': {
    send: () => ({
      body: {
        template: 'hr.agreement',
        language: 'en',
        organizationId: null,
        subject: 'Sign',
        body: '{link}',
      },
    }),
    expect: { any: adminsOnly },
  },
  'mailTexts.reset': {
    send: () => ({ body: { template: 'hr.agreement', language: 'en', organizationId: null } }),
    expect: { any: adminsOnly },
  },
  'outbox.announce': {
    send: () => ({ body: { audience: 'admins', subject: 'Maintenance', message: 'On Friday.' } }),
    expect: { any: adminsMake },
  },
};
