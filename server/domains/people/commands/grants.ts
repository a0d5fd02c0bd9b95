import { sql } from 'kysely';
import type { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import { LONGEST_INSPECTION_MONTHS } from '#shared/domain/inspections/state.ts';
import type { grantForm, grantView } from '#shared/contract/people-schemas.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { errorAtField, lockPerson } from '#server/domains/people/people.store.ts';

/** A grant as the contract takes it. */
export type GrantRow = z.input<typeof grantView>;

/**
 * Gives the grant hr or inspector for one organization (AUTH-14); it is valid to the end of `expiresOn` in the zone of the
 * organization, hr only for the person's own. VALIDATION_FAILED at `organizationId`, `expiresOn`; DUPLICATE if the person has it.
 */
export async function giveGrant(
  tx: CommandTransaction,
  userId: string,
  form: z.output<typeof grantForm>,
): Promise<GrantRow> {
  const person = await lockPerson(tx, userId);
  if (form.kind === 'hr' && form.organizationId !== person.organizationId) {
    throw errorAtField('organizationId', 'hr_own_organization');
  }
  const { rows } = await sql<{ validUntil: Date | null; past: boolean; tooFar: boolean }>`
    select ends as valid_until, coalesce(ends <= app_now(), false) as past,
      coalesce(${form.expiresOn ?? null}::date > today_in(o.time_zone) + make_interval(months => ${LONGEST_INSPECTION_MONTHS}), false) as too_far
    from organizations o
    cross join lateral (select ((${form.expiresOn ?? null}::date + 1)::timestamp at time zone o.time_zone) as ends) e
    where o.id = ${form.organizationId}
  `.execute(tx.db);
  const [end] = rows;
  if (!end) throw errorAtField('organizationId', 'no_organization');
  if (end.past) throw errorAtField('expiresOn', 'day_over');
  if (end.tooFar && form.kind === 'inspector') throw errorAtField('expiresOn', 'inspector_too_long');
  await closeExpired(tx, userId, form);
  const { validUntil } = end;
  const inserted = await tx.db
    .insertInto('userGrants')
    .values({
      userId,
      kind: form.kind,
      organizationId: form.organizationId,
      validUntil,
      grantedBy: tx.actorId,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'kind', 'organizationId'])
        .where('revokedAt', 'is', null)
        .where('inspectionId', 'is', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw errorAtField('organizationId', 'grant_held', 'DUPLICATE');
  return loadGrant(tx, inserted.id);
}

/** Revokes an active grant at once. NOT_FOUND. */
export async function revokeGrant(
  tx: CommandTransaction,
  userId: string,
  grantId: number,
): Promise<GrantRow> {
  // Anyone who decides about the person's access at this moment sees the grant as it stays.
  await lockPerson(tx, userId);
  const revoked = await tx.db
    .updateTable('userGrants')
    .set({ revokedAt: sql<Date>`app_now()`, revokedBy: tx.actorId })
    .where('id', '=', grantId)
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .returning(['kind', 'organizationId'])
    .executeTakeFirst();
  if (!revoked) throw new AppError('NOT_FOUND');
  return loadGrant(tx, grantId);
}

/** Revokes the HR grant for the former organization of a person who moves to another one (AUTH-14). */
export async function revokeHrElsewhere(
  tx: CommandTransaction,
  userId: string,
  organizationId: number | null,
): Promise<void> {
  await tx.db
    .updateTable('userGrants')
    .set({ revokedAt: sql<Date>`app_now()`, revokedBy: tx.actorId })
    .where('userId', '=', userId)
    .where('kind', '=', 'hr')
    .where('revokedAt', 'is', null)
    .where('organizationId', 'is distinct from', organizationId)
    .execute();
}

/** The same for many people, each by the organization where they are now. */
export async function revokeHrElsewhereOf(tx: CommandTransaction, userIds: readonly string[]): Promise<void> {
  await sql`
    update user_grants g set revoked_at = app_now(), revoked_by = ${tx.actorId} from users u
    where u.id = any(${[...userIds]}::text[]) and g.user_id = u.id and g.kind = 'hr' and g.revoked_at is null
      and g.organization_id is distinct from u.organization_id`.execute(tx.db);
}

/** A grant that ran out is closed before the same one is given again. */
async function closeExpired(
  tx: CommandTransaction,
  userId: string,
  form: { readonly kind: 'hr' | 'inspector'; readonly organizationId: number },
): Promise<void> {
  await tx.db
    .updateTable('userGrants')
    .set({ revokedAt: sql<Date>`app_now()`, revokedBy: tx.actorId })
    .where('userId', '=', userId)
    .where('kind', '=', form.kind)
    .where('organizationId', '=', form.organizationId)
    .where('inspectionId', 'is', null)
    .where('revokedAt', 'is', null)
    .where('validUntil', '<=', sql<Date>`app_now()`)
    .execute();
}

async function loadGrant(tx: CommandTransaction, grantId: number): Promise<GrantRow> {
  return tx.db
    .selectFrom('userGrants as g')
    .innerJoin('organizations as o', 'o.id', 'g.organizationId')
    .select([
      'g.id',
      'g.kind',
      'g.organizationId',
      'o.name as organizationName',
      'g.validFrom',
      'g.validUntil',
      'g.revokedAt',
    ])
    .where('g.id', '=', grantId)
    .executeTakeFirstOrThrow();
}
