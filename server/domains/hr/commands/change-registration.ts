import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import { refuseStale } from '#server/platform/http/if-match.ts';
import { actsFor } from '../agreements.queries.ts';
import { addVersion, insertDocument } from '../documents.store.ts';
import { registrationsInArea, registrationView } from '../registrations.queries.ts';

/** What is written of a registration (HR-01). */
export interface RegistrationTerms {
  readonly name: string;
  readonly number: string;
  readonly authority: string;
  readonly country: string;
  readonly address: string | null;
  readonly contactName: string | null;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  readonly validUntil: string | null;
}

interface Locked {
  readonly organizationId: number;
  readonly isRetired: boolean;
  readonly revision: number;
}

/**
 * Locks a registration of the reach: NOT_FOUND for every other; STALE where somebody changed it after the revision that was
 * `seen`; with `inUse` ILLEGAL_STEP for a retired one.
 */
async function lock(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  {
    inUse,
    seen = null,
    submitted,
  }: { readonly inUse: boolean; readonly seen?: number | null; readonly submitted?: unknown },
): Promise<Locked> {
  const { rows } = await sql<Locked>`
    select r.organization_id, r.retired_at is not null as is_retired, r.revision
    from hr_registrations r where r.id = ${id} and ${registrationsInArea(reach)} for update
  `.execute(tx.db);
  const [stored] = rows;
  if (!stored) throw new AppError('NOT_FOUND', { reason: 'registration_not_found' });
  if (seen !== null && seen !== stored.revision) {
    const current = await registrationView(tx.db, reach, id);
    refuseStale(seen, stored, () => ({ current, submitted }));
  }
  if (inUse && stored.isRetired) throw new AppError('ILLEGAL_STEP', { reason: 'registration_retired' });
  return stored;
}

/** An empty text of a form is none. */
const orNone = (text: string | null | undefined): string | null => text || null;

/** Adds a registration of an organization of the reach (HR-01); answers its id. */
export async function createRegistration(
  tx: CommandTransaction,
  reach: Reach,
  { organizationId, ...terms }: RegistrationTerms & { readonly organizationId: number },
): Promise<number> {
  if (!actsFor(reach, organizationId)) throw new AppError('NOT_FOUND');
  const { rows } = await sql`select 1 from organizations where id = ${organizationId}`.execute(tx.db);
  if (rows.length === 0) throw new AppError('NOT_FOUND');
  const { id } = await tx.db
    .insertInto('hrRegistrations')
    .values({
      ...terms,
      address: orNone(terms.address),
      contactName: orNone(terms.contactName),
      contactPhone: orNone(terms.contactPhone),
      organizationId,
      createdBy: tx.actorId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a registration in use (HR-01); STALE where somebody changed it after the revision that was seen. */
export async function changeRegistration(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  changes: { readonly [Key in keyof RegistrationTerms]?: RegistrationTerms[Key] | undefined },
  seen: number | null,
): Promise<void> {
  await lock(tx, reach, id, { inUse: true, seen, submitted: changes });
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  await tx.db
    .updateTable('hrRegistrations')
    .set(Object.fromEntries(given.map(([key, value]) => [key, value === '' ? null : value])))
    .where('id', '=', id)
    .execute();
}

/** Takes a registration out of use with a reason (HR-01): nothing is deleted. STALE where it is another than was seen. */
export async function retireRegistration(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  reason: string,
  seen: number | null,
): Promise<void> {
  await lock(tx, reach, id, { inUse: true, seen, submitted: { reason } });
  await tx.db
    .updateTable('hrRegistrations')
    .set({ retiredAt: sql<Date>`app_now()`, retiredBy: tx.actorId, retiredReason: reason })
    .where('id', '=', id)
    .execute();
}

/** Brings a retired registration back into use (HR-01); ILLEGAL_STEP where it is in use, STALE where it is another than was seen. */
export async function restoreRegistration(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  seen: number | null,
): Promise<void> {
  const { isRetired } = await lock(tx, reach, id, { inUse: false, seen, submitted: {} });
  if (!isRetired) throw new AppError('ILLEGAL_STEP', { reason: 'registration_in_use' });
  await tx.db
    .updateTable('hrRegistrations')
    .set({ retiredAt: null, retiredBy: null, retiredReason: null })
    .where('id', '=', id)
    .execute();
}

/** Adds a document with its first version to a registration in use (HR-01). */
export async function addRegistrationDocument(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  file: AcceptedFile,
  { title, note }: { readonly title: string; readonly note?: string | undefined },
): Promise<void> {
  const { organizationId } = await lock(tx, reach, id, { inUse: true });
  const documentId = await insertDocument(tx, {
    kind: 'registration',
    organizationId,
    registrationId: id,
    title,
  });
  await addVersion(tx, documentId, file, { note });
}

/** A document of that registration, locked; NOT_FOUND for every other. */
async function lockDocument(tx: CommandTransaction, id: number, documentId: number): Promise<boolean> {
  const { rows } = await sql<{ isArchived: boolean }>`
    select archived_at is not null as is_archived from hr_documents
    where id = ${documentId} and registration_id = ${id} for update`.execute(tx.db);
  if (!rows[0]) throw new AppError('NOT_FOUND', { reason: 'document_not_found' });
  return rows[0].isArchived;
}

/** Uploads a new version of a document of a registration in use (HR-01); the former ones stay. */
export async function uploadRegistrationVersion(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  documentId: number,
  file: AcceptedFile,
  note: string | undefined,
): Promise<void> {
  await lock(tx, reach, id, { inUse: true });
  if (await lockDocument(tx, id, documentId))
    throw new AppError('ILLEGAL_STEP', { reason: 'document_archived' });
  await addVersion(tx, documentId, file, { note });
}

/** Renames a document of a registration in use, archives or restores it (HR-01). */
export async function changeRegistrationDocument(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  documentId: number,
  { title, isArchived }: { readonly title?: string | undefined; readonly isArchived?: boolean | undefined },
): Promise<void> {
  await lock(tx, reach, id, { inUse: true });
  await lockDocument(tx, id, documentId);
  await tx.db
    .updateTable('hrDocuments')
    .set({
      ...(title === undefined ? {} : { title }),
      ...(isArchived === undefined ? {} : { archivedAt: isArchived ? sql<Date>`app_now()` : null }),
      updatedAt: sql<Date>`app_now()`,
    })
    .where('id', '=', documentId)
    .execute();
}
