import { sql } from 'kysely';
import { asFixture } from '#tests/harness/world.ts';
import type { AccessRow, AccessRows, Target } from '../access-table.ts';
import type { AccessWorld } from '../access-world.ts';

/** A webhook of an organization that is on, with a delivery that has failed. */
async function webhookOf({ organizationId }: Target, { server, reach }: AccessWorld) {
  return asFixture(server.services, async ({ db }) => {
    const { rows } = await sql<{ id: number }>`
      with made as (
        insert into webhooks (name, address, organization_id, events, created_by)
        values ('Quality system', 'https://quality.systems.org/hook', ${organizationId}, '{user.created}', ${reach.admin.id}) returning id
      ), secret as (
        insert into webhook_secrets (id, webhook_id, ciphertext, key_id) select gen_random_uuid()::text, id, 'v1.none', 'none' from made
      )
      insert into webhook_deliveries (webhook_id, message_id, event, data, state, attempts, answered_at, answer_code, answer_ms, problem)
      select id, 'msg_' || gen_random_uuid()::text, 'user.created', '{}', 'failed', 10, app_now(), 500, 12, 'answer' from made
      returning webhook_id as id`.execute(db);
    return { id: String(rows[0]?.id ?? 0) };
  });
}

//                                      anon learner manager admin hr  inspector inactive must-change
const adminsOnly = (admin: string) => `401   403     403     ${admin} 403 403    401      403`;

/** A row of calls about one webhook: administrators reach those of every organization. */
const about = (admin: string, body?: unknown): AccessRow => ({
  send: async (target, world) => ({
    params: await webhookOf(target, world),
    ...(body !== undefined && { body }),
  }),
  expect: { own: adminsOnly(admin), report: adminsOnly(admin), foreign: adminsOnly(admin) },
});

const fields = {
  name: 'Quality system',
  address: 'https://quality.systems.org/hook',
  events: ['user.created'],
};

/** Webhooks: administrators alone (OPS-06). */
export const webhooksRows: AccessRows = {
  'webhooks.list': { expect: { any: adminsOnly('200') } },
  'webhooks.create': {
    send: () => ({ body: { ...fields, address: 'https://10.0.0.1/hook', organizationId: null } }),
    expect: { any: adminsOnly('422') },
  },
  'webhooks.get': about('200'),
  'webhooks.change': about('200', { ...fields, isActive: false, reason: 'Maintenance' }),
  // The secret of the row can be opened by nobody; what is answered after a rotation is the new one.
  'webhooks.rotate': about('200', { reason: 'Every year' }),
  'webhooks.delete': about('200', { reason: 'Not used' }),
  'webhooks.test': about('201'),
  'webhooks.deliveries': about('200'),
  'webhooks.resend': about('200', {}),
};
