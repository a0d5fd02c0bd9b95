import { sql } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import { addVersion, type VersionFacts } from '../documents.store.ts';
import {
  ask,
  dueDay,
  lockDocument,
  requireEffective,
  withdrawOpen,
} from '../organization-documents.store.ts';
import { inAudience } from '../readers.queries.ts';

/**
 * Uploads a new version (HR-04). Open acknowledgements of the former one end; with `askAgain`
 * the same people must read the new one.
 */
export async function uploadDocument(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  file: AcceptedFile,
  facts: VersionFacts & { readonly askAgain: boolean; readonly dueOn?: string | undefined },
): Promise<void> {
  const former = await lockDocument(tx, reach, id);
  requireEffective(former);
  const { id: versionId, number } = await addVersion(tx, id, file, facts);
  if (facts.askAgain) {
    const before = sql`u.id in (select k.user_id from hr_acknowledgements k
      where k.version_id = ${former.currentVersionId} and k.withdrawn_at is null)`;
    const { organizationId } = former;
    const everybody = inAudience(organizationId, { userIds: [], departmentIds: [], everybody: true });
    const document = { ...former, currentVersionId: versionId, number };
    await ask(tx, document, sql`${everybody} and ${before}`, dueDay(former, facts.dueOn));
  }
  await withdrawOpen(tx, former.currentVersionId);
}
