/** Things of the HR area that expire, for tests of the schedule (NOT-04). */
import { sql } from 'kysely';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type { ExpiryKind } from '#shared/domain/reminders/expiry.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** What a test lets expire. */
export interface ExpiringInput {
  readonly kind: ExpiryKind;
  readonly day: string;
  readonly organizationId: number;
  /** Owner of a CV or document, party of an agreement, who is to read; needed for a CV and for reading. */
  readonly personId: string | null;
  readonly title?: string;
  /** Notice of an agreement; without one its notice and its end lie so far apart that one test meets one of them. */
  readonly noticeDays?: number;
}

let made = 0;

/** Makes one thing that expires on its day; answers the id that the schedule knows it by. */
export async function insertExpiring(tx: CommandTransaction, input: ExpiringInput): Promise<number> {
  const { kind, day, organizationId, personId, title = 'Thing', noticeDays = 730 } = input;
  if (kind === 'registration') {
    return idOf(
      tx,
      sql`insert into hr_registrations (organization_id, name, number, authority, country, valid_until)
        values (${organizationId}, ${title}, '1', 'Authority', 'DE', ${day}) returning id`,
    );
  }
  if (kind === 'agreement' || kind === 'notice') {
    const endsOn = kind === 'agreement' ? day : addDays(day, noticeDays);
    return idOf(
      tx,
      sql`insert into hr_agreements
          (organization_id, title, kind, party_user_id, party_name, starts_on, ends_on, notice_days, status, sent_at, activated_at)
        values (${organizationId}, ${title}, 'consulting', ${personId}, ${personId === null ? 'Outside' : null}, '2020-01-01',
          ${endsOn}, ${noticeDays}, 'active', app_now(), app_now()) returning id`,
    );
  }
  made += 1;
  const sha256 = made.toString(16).padStart(64, '0');
  const fileId = await idOf(
    tx,
    sql`insert into files (sha256, size, mime) values (${sha256}, 4, 'application/pdf') returning id`,
  );
  const documentId = await idOf(
    tx,
    kind === 'cv'
      ? sql`insert into hr_documents (kind, person_id) values ('cv', ${personId}) returning id`
      : sql`insert into hr_documents (kind, organization_id, title, category, owner_id)
          values ('organization', ${organizationId}, ${title}, 'policy', ${kind === 'reading' ? null : personId}) returning id`,
  );
  const versionId = await idOf(
    tx,
    sql`insert into hr_document_versions (document_id, number, file_id, original_name, signed_at, valid_until, review_on)
      values (${documentId}, 1, ${fileId}, 'a.pdf', ${kind === 'cv' ? sql`app_now()` : null}, ${kind === 'cv' ? day : null},
        ${kind === 'review' ? day : null}) returning id`,
  );
  await sql`update hr_documents set current_version_id = ${versionId}, signed_version_id = ${kind === 'cv' ? versionId : null}
    where id = ${documentId}`.execute(tx.db);
  if (kind === 'reading') {
    return idOf(
      tx,
      sql`insert into hr_acknowledgements (version_id, user_id, due_on) values (${versionId}, ${personId}, ${day}) returning id`,
    );
  }
  return documentId;
}

async function idOf(tx: CommandTransaction, insert: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await insert.execute(tx.db);
  return (rows[0] as { id: number }).id;
}
