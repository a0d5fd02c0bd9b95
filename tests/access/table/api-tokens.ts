import { everyTokenScope } from '#shared/domain/access/token-scopes.ts';
import { sql } from 'kysely';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import { asFixture } from '#tests/harness/world.ts';
import type { AccessRows } from '../access-table.ts';
import type { AccessWorld } from '../access-world.ts';

//               anon learner manager admin hr  inspector inactive must-change
const adminOnly = '401 403    403     200   403 403       401      403';
const created = '401 403 403 201 403 403 401 403';

/** A token that opens nothing, because the application did not make it: it can still be revoked. */
async function tokenIn({ server, reach }: AccessWorld, organizationId: number): Promise<string> {
  return asFixture(server.services, async ({ db }) => {
    const { rows } = await sql<{ id: number }>`
      insert into api_tokens (name, token_hash, ending, scopes, organization_id, last_day, created_by, mac)
      values ('Any', ${sha256Hex(crypto.randomUUID())}, 'abcd', '{people.list}', ${organizationId}, '2099-01-01', ${reach.admin.id}, 'none')
      returning id`.execute(db);
    return String(rows[0]?.id ?? 0);
  });
}

/** API tokens: administrators alone, and no token makes or revokes one (OPS-06). */
export const apiTokensRows: AccessRows = {
  'apiTokens.list': { expect: { any: adminOnly } },
  'apiTokens.create': {
    send: (_, { server }) => ({
      body: {
        name: 'Another machine',
        scopes: [everyTokenScope[0]],
        organizationId: null,
        lastDay: server.services.clock.now().toISOString().slice(0, 10),
        reason: 'It calls.',
      },
    }),
    expect: { any: created },
  },
  'apiTokens.revoke': {
    send: async ({ organizationId }, world) => ({
      params: { id: await tokenIn(world, organizationId) },
      body: { reason: 'It is not needed.' },
    }),
    expect: { own: adminOnly, report: adminOnly, foreign: adminOnly },
  },
};
