import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { ModuleContentType } from '#shared/domain/modules/content-types.ts';
import type { PlainReason, ReasonWithParams } from '#shared/reasons/reasons.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { nameKeySql } from '#server/platform/postgres/name-key.ts';

/** Stored fields of a module that people edit. */
export interface ModuleValues {
  readonly title: string;
  readonly description: string;
  readonly reference: string | null;
  readonly contentType: ModuleContentType;
  readonly categoryId: number | null;
  readonly family: string | null;
  readonly duration: number;
  readonly passingScore: number | null;
  readonly contentCreator: string | null;
  readonly completionPolicy: 'signed' | 'self_attest' | 'quiz';
  readonly organizationId: number | null;
  readonly isActive: boolean;
}

/** Returns a field that was sent and does not fit what is stored. */
export function wrongField(path: string, reason: PlainReason | ReasonWithParams): AppError {
  const said = typeof reason === 'string' ? { reason } : reason;
  return new AppError('VALIDATION_FAILED', { errors: [{ path, ...said }] });
}

/** Returns the id of a category by its name in any letter case; refuses an unknown name at the field (MOD-02). */
export async function categoryIdOf(tx: CommandTransaction, name: string | null): Promise<number | null> {
  if (name === null || name === '') return null;
  const row = await tx.db
    .selectFrom('moduleCategories')
    .select('id')
    .where(sql<boolean>`${nameKeySql(sql.ref('name'))} = ${nameKeySql(sql`${name}::text`)}`)
    .executeTakeFirst();
  if (!row) throw wrongField('trainingCategory', 'category_unknown');
  return row.id;
}

/** Refuses a family, an organization or a reference that does not fit (MOD-03, MOD-05). */
export async function requireFits(
  tx: CommandTransaction,
  values: Partial<Pick<ModuleValues, 'family' | 'organizationId' | 'reference'>>,
  module: { readonly id: number | null; readonly organizationId: number | null },
): Promise<void> {
  if (values.family) {
    const family = await tx.db
      .selectFrom('moduleFamilies')
      .select('code')
      .where('code', '=', values.family)
      .executeTakeFirst();
    if (!family) throw wrongField('family', 'family_unknown');
  }
  if (values.organizationId) {
    const row = await tx.db
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', values.organizationId)
      .executeTakeFirst();
    if (!row) throw wrongField('organizationId', 'module_organization_unknown');
  }
  if (!values.reference) return;
  const { rows } = await sql<{ id: number }>`
    select id from training_modules
    where lower(reference) = lower(${values.reference}) and organization_id is not distinct from ${module.organizationId}::int
      and id is distinct from ${module.id}::int
  `.execute(tx.db);
  if (rows.length > 0) {
    const reason = 'reference_taken';
    throw new AppError('DUPLICATE', { errors: [{ path: 'reference', reason }] });
  }
}

/** Inserts a module without a version; returns its id. */
export async function insertModule(tx: CommandTransaction, values: ModuleValues): Promise<number> {
  const { id } = await tx.db
    .insertInto('trainingModules')
    .values({ ...values, createdBy: tx.actorId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
