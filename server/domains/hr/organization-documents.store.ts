import { type RawBuilder, sql } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { addDays, compareDates } from '#shared/domain/calendar/calendar.ts';
import { READING_DAYS } from '#shared/domain/hr/seen.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { acknowledgementMail } from './hr.mails.ts';
import { fieldError } from './receive-document.ts';

interface Locked {
  readonly id: number;
  readonly title: string;
  readonly organizationId: number;
  readonly currentVersionId: number;
  readonly number: number;
  readonly isArchived: boolean;
  readonly revision: number;
  /** The present day in its organization. */
  readonly today: string;
}

/** Returns a document of that registration, locked; NOT_FOUND for every other. */
export async function lockDocument(tx: CommandTransaction, reach: Reach, id: number): Promise<Locked> {
  const inArea = sql`d.id = ${id} and d.kind = 'organization'
    and ${withinReach(reach, sql<string>`null::text`, sql<number | null>`d.organization_id`)}`;
  await sql`select 1 from hr_documents d where ${inArea} for update`.execute(tx.db);
  // A separate statement: after a wait for the lock it reads the changes of the other command.
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
export async function checkOwner(
  tx: CommandTransaction,
  organizationId: number,
  ownerId: string,
): Promise<void> {
  const { rows } = await sql`
    select 1 from users where id = ${ownerId} and ${isActivePerson('users')}
      and (organization_id = ${organizationId} or role = 'admin')`.execute(tx.db);
  if (rows.length === 0) throw fieldError('ownerId', 'person_cannot_be_chosen');
}

/** Withdraws the open acknowledgements of a version. */
export async function withdrawOpen(tx: CommandTransaction, versionId: number): Promise<void> {
  await tx.db
    .updateTable('hrAcknowledgements')
    .set({ withdrawnAt: sql<Date>`app_now()` })
    .where('versionId', '=', versionId)
    .where('acknowledgedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .execute();
}

/** An archived document is no longer effective: ILLEGAL_STEP before anything new is created from it. */
export function requireEffective({ isArchived }: Locked): void {
  if (isArchived) throw new AppError('ILLEGAL_STEP', { reason: 'document_archived' });
}

/** Returns the last day for reading (HR-04): in 14 days unless another one is chosen, never in the past. */
export function dueDay({ today }: Locked, chosen: string | undefined): string {
  if (chosen !== undefined && compareDates(chosen, today) < 0) throw fieldError('dueOn', 'day_before_today');
  return chosen ?? addDays(today, READING_DAYS);
}

/** One statement for everybody who matches the condition on `u`; existing requests are unchanged. */
export async function ask(
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
