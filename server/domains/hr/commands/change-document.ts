import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { addDays, compareDates } from '#shared/domain/calendar/calendar.ts';
import type { DocumentCategory } from '#shared/domain/hr/documents.ts';
import { READING_DAYS } from '#shared/domain/hr/seen.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import { signRecord, type SigningAuthorization } from '#server/domains/signatures/index.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { actsFor } from '../agreements.queries.ts';
import { requireSeen } from '../document-sight.ts';
import { addVersion, insertDocument, type VersionFacts } from '../documents.store.ts';
import { acknowledgementMail } from '../hr.mails.ts';
import { inAudience, type Audience } from '../readers.queries.ts';
import { fieldError } from '../receive-document.ts';
import { readSignedRecords } from '../signed-records.ts';

interface Locked {
  readonly id: number;
  readonly title: string;
  readonly organizationId: number;
  readonly currentVersionId: number;
  readonly number: number;
  readonly isArchived: boolean;
  readonly revision: number;
  /** Where its organization is. */
  readonly today: string;
}

/** Locks an organization document of the reach; NOT_FOUND for every other. */
async function lockDocument(tx: CommandTransaction, reach: Reach, id: number): Promise<Locked> {
  const inArea = sql`d.id = ${id} and d.kind = 'organization'
    and ${withinReach(reach, sql<string>`null::text`, sql<number | null>`d.organization_id`)}`;
  await sql`select 1 from hr_documents d where ${inArea} for update`.execute(tx.db);
  // In a statement of its own: after a wait it reads what the other one wrote.
  const { rows } = await sql<Locked>`
    select d.id, d.title, d.organization_id, d.current_version_id, d.archived_at is not null as is_archived, d.revision, v.number,
      today_in(o.time_zone) as today
    from hr_documents d join organizations o on o.id = d.organization_id
    join hr_document_versions v on v.id = d.current_version_id where ${inArea}
  `.execute(tx.db);
  if (!rows[0]) throw new AppError('NOT_FOUND', { reason: 'document_not_found' });
  return rows[0];
}

/** The owner of a document is a person who is here and in the organization, or an administrator. */
async function checkOwner(tx: CommandTransaction, organizationId: number, ownerId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from users where id = ${ownerId} and is_active and erased_at is null
      and (organization_id = ${organizationId} or role = 'admin')`.execute(tx.db);
  if (rows.length === 0) throw fieldError('ownerId', 'person_cannot_be_chosen');
}

/** Adds an organization document with its first version (HR-04); answers its id. */
export async function createDocument(
  tx: CommandTransaction,
  reach: Reach,
  given: {
    readonly organizationId: number;
    readonly title: string;
    readonly category: DocumentCategory;
    readonly ownerId?: string | undefined;
  } & VersionFacts,
  file: AcceptedFile,
): Promise<number> {
  const { organizationId, title, category, ownerId } = given;
  if (!actsFor(reach, organizationId)) throw new AppError('NOT_FOUND');
  const { rows } = await sql`select 1 from organizations where id = ${organizationId}`.execute(tx.db);
  if (rows.length === 0) throw new AppError('NOT_FOUND');
  if (ownerId !== undefined) await checkOwner(tx, organizationId, ownerId);
  const id = await insertDocument(tx, {
    kind: 'organization',
    organizationId,
    title,
    category,
    ownerId: ownerId ?? tx.actorId,
  });
  await addVersion(tx, id, file, given);
  return id;
}

/**
 * Changes title, category or owner of a document, archives or restores it (HR-04). An archived document is no longer effective: open requests
 * to acknowledge it end. `check` may refuse once the row is locked (If-Match).
 */
export async function changeDocument(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  changes: {
    readonly title?: string | undefined;
    readonly category?: DocumentCategory | undefined;
    readonly ownerId?: string | null | undefined;
    readonly isArchived?: boolean | undefined;
  },
  check: (stored: { readonly revision: number }) => Promise<void>,
): Promise<void> {
  const stored = await lockDocument(tx, reach, id);
  await check(stored);
  const { organizationId } = stored;
  const { title, category, ownerId, isArchived } = changes;
  if (ownerId) await checkOwner(tx, organizationId, ownerId);
  await tx.db
    .updateTable('hrDocuments')
    .set({
      ...(title === undefined ? {} : { title }),
      ...(category === undefined ? {} : { category }),
      ...(ownerId === undefined ? {} : { ownerId }),
      ...(isArchived === undefined ? {} : { archivedAt: isArchived ? sql<Date>`app_now()` : null }),
      updatedAt: sql<Date>`app_now()`,
    })
    .where('id', '=', id)
    .execute();
  if (isArchived === true) await withdrawOpen(tx, stored.currentVersionId);
}

/** Nobody is asked any more to read a version whom it still waited for. */
async function withdrawOpen(tx: CommandTransaction, versionId: number): Promise<void> {
  await tx.db
    .updateTable('hrAcknowledgements')
    .set({ withdrawnAt: sql<Date>`app_now()` })
    .where('versionId', '=', versionId)
    .where('acknowledgedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .execute();
}

/** An archived document is no longer effective: ILLEGAL_STEP before anything new is created from it. */
function requireInForce({ isArchived }: Locked): void {
  if (isArchived) throw new AppError('ILLEGAL_STEP', { reason: 'document_archived' });
}

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
  requireInForce(former);
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

/** Asks people, departments or everybody of the organization to read and acknowledge the newest version (HR-04); returns the number of new requests. */
export async function askToAcknowledge(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  audience: Audience,
  dueOn: string | undefined,
): Promise<number> {
  const document = await lockDocument(tx, reach, id);
  requireInForce(document);
  const { userIds, departmentIds, everybody } = audience;
  if (!everybody && userIds.length === 0 && departmentIds.length === 0)
    throw fieldError('userIds', 'readers_needed');
  return ask(tx, document, inAudience(document.organizationId, audience), dueDay(document, dueOn));
}

/** The last day for reading (HR-04): in 14 days unless another one is chosen, never in the past. */
function dueDay({ today }: Locked, chosen: string | undefined): string {
  if (chosen !== undefined && compareDates(chosen, today) < 0) throw fieldError('dueOn', 'day_before_today');
  return chosen ?? addDays(today, READING_DAYS);
}

/** One statement for everybody who matches the condition on `u`; existing requests are unchanged. */
async function ask(
  tx: CommandTransaction,
  document: Locked,
  condition: RawBuilder<unknown>,
  dueOn: string,
): Promise<number> {
  const { rows } = await sql<{
    id: number;
    userId: string;
    requestedAt: Date;
    email: string;
    settings: unknown;
  }>`
    with made as (
      insert into hr_acknowledgements (version_id, user_id, requested_by, due_on)
      select ${document.currentVersionId}, u.id, ${tx.actorId}, ${dueOn}::date from users u
      where ${condition}
      on conflict (version_id, user_id) do update
        set withdrawn_at = null, requested_at = app_now(), requested_by = excluded.requested_by, due_on = excluded.due_on
        where hr_acknowledgements.withdrawn_at is not null
      returning id, user_id, requested_at
    )
    select made.id, made.user_id, made.requested_at, u.email, u.settings from made join users u on u.id = made.user_id
  `.execute(tx.db);
  const { title, number } = document;
  await queueMails(
    tx,
    rows.map((row) => ({
      template: acknowledgementMail,
      to: row.email,
      userId: row.userId,
      language: settingsWithDefaults(row.settings as Readonly<Record<string, unknown>>).language,
      payload: { title, version: number, dueOn },
      cause: `hr_document.asked hr_acknowledgements ${String(row.id)}`,
      dedupeKey: `hr.acknowledgement ${String(row.id)} ${row.requestedAt.toISOString()}`,
    })),
  );
  return rows.length;
}

/** Acknowledges by signature that the signer read a document (HR-04); ILLEGAL_STEP if it is done or no longer requested, CONTENT_NOT_SEEN before all of it was seen. */
export async function acknowledge(
  tx: CommandTransaction,
  id: number,
  authorization: SigningAuthorization,
  meaning: string,
): Promise<Date> {
  const { rows } = await sql<{ open: boolean; versionId: number; now: Date }>`
    select k.acknowledged_at is null and k.withdrawn_at is null as open, k.version_id, date_trunc('milliseconds', app_now()) as now
    from hr_acknowledgements k where k.id = ${id} and k.user_id = ${authorization.signerId} for update
  `.execute(tx.db);
  const [stored] = rows;
  if (!stored) throw new AppError('NOT_FOUND');
  if (!stored.open) throw new AppError('ILLEGAL_STEP', { reason: 'document_needs_nothing' });
  await requireSeen(tx.db, stored.versionId, authorization.signerId);
  await tx.db
    .updateTable('hrAcknowledgements')
    .set({ acknowledgedAt: stored.now })
    .where('id', '=', id)
    .execute();
  const [record] = await readSignedRecords(tx.db, 'hr_acknowledgements', [id]);
  if (!record) throw new Error('the acknowledgement was not read again');
  await signRecord(tx, authorization, {
    recordType: 'hr_acknowledgements',
    recordId: id,
    recordBytes: record.text,
    contentHash: record.contentHash,
    meaning,
    meaningCode: 'document_acknowledged',
    now: stored.now,
  });
  return stored.now;
}
