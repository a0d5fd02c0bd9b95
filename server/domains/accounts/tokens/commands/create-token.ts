import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { apiTokensContract as contract } from '#shared/contract/api-tokens.ts';
import { everyTokenScope, isScopeFor, wrongTokenDay } from '#shared/domain/access/token-scopes.ts';
import type { PlainReason } from '#shared/reasons/reasons.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import { apiTokenMac } from '../tokens.store.ts';

const errorAtField = (path: string, reason: PlainReason) =>
  new AppError('VALIDATION_FAILED', { errors: [{ path, reason }] });

/** Stores an API token by its hash (OPS-06). VALIDATION_FAILED at `lastDay`, `scopes`, `organizationId`. */
export async function createToken(
  tx: CommandTransaction,
  form: BodyOf<typeof contract.create>,
  token: string,
): Promise<number> {
  const { name, organizationId, lastDay } = form;
  const createdBy = tx.actorId;
  if (createdBy === null) throw new Error('only a person makes a token');
  const wrong = wrongTokenDay(tx.services.clock.now().toISOString().slice(0, 10), lastDay);
  if (wrong) throw errorAtField('lastDay', wrong);
  if (!form.scopes.every((scope) => isScopeFor(scope, organizationId)))
    throw errorAtField('scopes', 'token_scope_needs_all');
  await requireOrganization(tx, organizationId);
  const scopes = everyTokenScope.filter((scope) => form.scopes.includes(scope));
  const row = { tokenHash: sha256Hex(token), scopes, organizationId, lastDay, createdBy };
  const mac = apiTokenMac(tx.services.config, row);
  const { rows } = await sql<{ id: number }>`
    insert into api_tokens (name, token_hash, ending, scopes, organization_id, last_day, created_by, mac)
    values (${name}, ${row.tokenHash}, ${token.slice(-4)}, ${scopes}, ${organizationId}, ${lastDay}, ${createdBy}, ${mac})
    returning id`.execute(tx.db);
  const [made] = rows;
  if (!made) throw new Error('the token was not stored');
  tx.changes();
  return made.id;
}

async function requireOrganization(tx: CommandTransaction, id: number | null): Promise<void> {
  if (id === null) return;
  const { rows } = await sql<{ isActive: boolean }>`
    select is_active from organizations where id = ${id} for share`.execute(tx.db);
  if (!rows[0]) throw errorAtField('organizationId', 'no_organization');
  if (!rows[0].isActive) throw errorAtField('organizationId', 'organization_archived');
}
