import type { Reach } from '#shared/domain/access/permissions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { ask, dueDay, lockDocument, requireEffective } from '../organization-documents.store.ts';
import { type Audience, inAudience } from '../readers.queries.ts';
import { fieldError } from '../receive-document.ts';

/** Asks people, departments or everybody of the organization to read and acknowledge the newest version (HR-04); returns the number of new requests. */
export async function requestAcknowledgement(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  audience: Audience,
  dueOn: string | undefined,
): Promise<number> {
  const document = await lockDocument(tx, reach, id);
  requireEffective(document);
  const { userIds, departmentIds, everybody } = audience;
  if (!everybody && userIds.length === 0 && departmentIds.length === 0)
    throw fieldError('userIds', 'readers_needed');
  return ask(tx, document, inAudience(document.organizationId, audience), dueDay(document, dueOn));
}
