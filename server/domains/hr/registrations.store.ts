import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { refuseStale } from '#server/platform/http/if-match.ts';
import { registrationsInArea, registrationView } from './registrations.queries.ts';

/** The fields of a registration (HR-01). */
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
 * Locks a registration of the reach: NOT_FOUND for every other; STALE if it has changed after the revision that was `seen`;
 * with `inUse` ILLEGAL_STEP for a retired one.
 */
export async function lock(
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

/** Returns an empty text of a form is none. */
export const nullIfEmpty = (text: string | null | undefined): string | null => text || null;

/** Returns a document of that registration, locked; NOT_FOUND for every other. */
export async function lockDocument(tx: CommandTransaction, id: number, documentId: number): Promise<boolean> {
  const { rows } = await sql<{ isArchived: boolean }>`
    select archived_at is not null as is_archived from hr_documents
    where id = ${documentId} and registration_id = ${id} for update`.execute(tx.db);
  if (!rows[0]) throw new AppError('NOT_FOUND', { reason: 'document_not_found' });
  return rows[0].isArchived;
}
