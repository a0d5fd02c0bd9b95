import { sql } from 'kysely';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { inspectionsContract as contract } from '#shared/contract/inspections.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { admitInspectors, refuseOwnAccount, requireDays } from './admit-inspectors.ts';

/** Opens an inspection with the grants of its inspectors (INS-01). VALIDATION_FAILED at `toDay`, `fromDay`, `organizationIds`, `userIds`. */
export async function openInspection(
  tx: CommandTransaction,
  form: BodyOf<typeof contract.open>,
): Promise<number> {
  const { title, purpose, fromDay, toDay, userIds, organizationIds, sees } = form;
  refuseOwnAccount(tx, userIds);
  await requireDays(tx, form, { isNew: true });
  const { rows } = await sql<{ id: number }>`
    insert into inspections (title, purpose, from_day, to_day, sees_cvs, sees_agreements, sees_documents, sees_bundle, opened_by,
      opened_at)
    values (${title}, ${purpose}, ${fromDay}, ${toDay}, ${sees.includes('cvs')}, ${sees.includes('agreements')}, ${sees.includes('documents')},
      ${sees.includes('bundle')}, ${tx.actorId}, app_now())
    returning id`.execute(tx.db);
  const [made] = rows;
  if (!made) throw new Error('the inspection was not kept');
  await admitInspectors(tx, made.id, { organizationIds, fromDay, toDay }, userIds);
  return made.id;
}
