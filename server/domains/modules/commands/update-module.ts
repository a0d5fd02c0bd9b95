import { sql } from 'kysely';
import type { z } from 'zod';
import type { moduleUpdateBody } from '#shared/contract/module-schemas.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { categoryIdOf, requireFits, type ModuleValues } from '#server/domains/modules/modules.store.ts';
import { lockModule, type LockedModule } from '#server/domains/modules/versions.store.ts';

/** Fields that a caller sent. */
export type ModuleChange = z.output<typeof moduleUpdateBody>;

/** Edits the fields of a module (MOD-03); `check` may refuse once the row is locked (If-Match). Throws NOT_FOUND. */
export async function updateModule(
  tx: CommandTransaction,
  id: number,
  change: ModuleChange,
  check: (locked: LockedModule) => Promise<void>,
): Promise<void> {
  const locked = await lockModule(tx, id);
  await check(locked);
  const stored = await tx.db
    .selectFrom('trainingModules')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { trainingCategory, reference, family, contentCreator, ...plain } = change;
  const wanted: Partial<ModuleValues> = {
    ...plain,
    ...(reference === undefined ? {} : { reference: reference || null }),
    ...(family === undefined ? {} : { family: family || null }),
    ...(contentCreator === undefined ? {} : { contentCreator: contentCreator || null }),
    ...(trainingCategory === undefined ? {} : { categoryId: await categoryIdOf(tx, trainingCategory) }),
  };
  const values = Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => stored[key as keyof typeof stored] !== value),
  ) as Partial<ModuleValues>;
  if (Object.keys(values).length === 0) return;
  const organizationId = values.organizationId === undefined ? stored.organizationId : values.organizationId;
  await requireFits(
    tx,
    { ...values, reference: referenceToCheck(values, stored.reference) },
    { id, organizationId },
  );
  await tx.db
    .updateTable('trainingModules')
    .set({
      ...values,
      // Activating a retired module also undoes its retirement.
      ...(values.isActive === true && stored.retiredAt !== null ? { retiredAt: sql<null>`null` } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** Returns a new reference, or the old one where a move to another organization can make it collide. */
function referenceToCheck(values: Partial<ModuleValues>, stored: string | null): string | null {
  if (values.reference !== undefined) return values.reference;
  return values.organizationId === undefined ? null : stored;
}
