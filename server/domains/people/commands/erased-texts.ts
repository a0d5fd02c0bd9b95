import { sql, type RawBuilder } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** Columns of one table with free text, which may contain other people's names. */
interface FreeTexts {
  readonly table: string;
  readonly columns: readonly string[];
  /** SQL for the person of a row: there a first or last name alone belongs to that person too. */
  readonly about?: string;
  /** A column with unique values: the replacement contains the row's id. */
  readonly unique?: true;
  /** JSON, in which a name may contain escapes. */
  readonly json?: true;
}

/**
 * Every free text outside the person's own row that can be changed (USR-08); a test compares this list with the database.
 * Evidence stays unchanged: the reason of a completion recorded afterwards, signed titles and contents, quiz attempts, and the
 * name of a party to a signed agreement (erase-hr-texts.ts removes it from other agreements).
 */
export const freeTexts: readonly FreeTexts[] = [
  { table: 'organizations', columns: ['description'] },
  { table: 'departments', columns: ['description'] },
  { table: 'training_modules', columns: ['description', 'content_creator'] },
  { table: 'module_versions', columns: ['change_note'] },
  { table: 'module_version_files', columns: ['original_name'] },
  { table: 'module_version_files', columns: ['name'], unique: true },
  { table: 'training_matrices', columns: ['name'], unique: true },
  {
    table: 'training_assignments',
    columns: ['assigned_by', 'cycle_reason', 'voided_reason'],
    about: 't.user_id',
  },
  {
    table: 'certificates',
    columns: ['revoked_reason'],
    about: '(select r.user_id from training_records r where r.id = t.training_record_id)',
  },
  {
    table: 'hr_registrations',
    columns: ['name', 'address', 'contact_name', 'contact_email', 'contact_phone', 'retired_reason'],
  },
  {
    table: 'hr_agreements',
    columns: ['title', 'terminated_reason', 'notice_reason', 'declined_reason'],
    about: 't.party_user_id',
  },
  { table: 'hr_documents', columns: ['title'], about: 't.person_id' },
  {
    table: 'hr_document_versions',
    columns: ['original_name', 'note'],
    about: '(select d.person_id from hr_documents d where d.id = t.document_id)',
  },
  { table: 'name_requests', columns: ['first_name', 'last_name', 'reason'], about: 't.user_id' },
  { table: 'passkeys', columns: ['name'], about: 't.user_id' },
  { table: 'absence_details', columns: ['note'], about: 't.user_id' },
  { table: 'exports', columns: ['file_name'], about: 't.requested_by' },
  { table: 'people_imports', columns: ['file_name', 'reason', 'reversal_reason'], about: 't.requested_by' },
  { table: 'assigning_runs', columns: ['reason'], about: 't.requested_by' },
  { table: 'saved_exports', columns: ['name'], unique: true },
  { table: 'exports', columns: ['name'] },
  { table: 'webhooks', columns: ['name'] },
  { table: 'directory_groups', columns: ['name'] },
  { table: 'directory_members', columns: ['display'], about: 't.user_id' },
  { table: 'directory_people', columns: ['attributes'], about: 't.user_id', json: true },
  { table: 'inspections', columns: ['title', 'purpose', 'closing_reason'] },
  { table: 'inspection_requests', columns: ['request', 'answer'] },
  { table: 'notifications', columns: ['params'], json: true },
  { table: 'mail_texts', columns: ['subject', 'body'] },
  { table: 'announcements', columns: ['subject', 'message'] },
  { table: 'manual_reminders', columns: ['message'], about: 't.user_id' },
  { table: 'verify_findings', columns: ['detail'] },
  { table: 'mail_outbox', columns: ['subject', 'last_error'] },
  { table: 'mail_outbox', columns: ['payload', 'content'], json: true },
  { table: 'exports', columns: ['filters'], json: true },
  { table: 'saved_exports', columns: ['filters'], json: true },
  { table: 'settings', columns: ['value'], json: true },
  { table: 'quizzes', columns: ['questions'], json: true },
  { table: 'quiz_drafts', columns: ['answers'], json: true },
];

/**
 * The texts about a person in the trail, as regular expressions, including former names and addresses; each matches nothing
 * if there are none.
 */
export interface KnownTexts {
  readonly emails: readonly string[];
  /** Emails and whole names anywhere in a text: for texts inside JSON. */
  readonly anywhere: string;
  /** The same, as whole words. */
  readonly whole: string;
  /** The text with first and last names only. */
  readonly near: string;
}

/** Reads the texts that the trail has about a person whose row already contains the pseudonym (USR-08). */
export async function readKnownTexts(tx: CommandTransaction, userId: string): Promise<KnownTexts> {
  const { rows } = await sql<KnownTexts>`
    select array(select lower(x) from unnest(t.whole) x where x like '%@%') as emails, p.anywhere,
      ${standing(sql`p.anywhere`)} as whole,
      ${standing(sql`p.anywhere || '|' || audit.pattern_of(t.single, false)`)} as near
    from users u
    cross join lateral audit.texts_of_person(u.id, to_jsonb(u)) t
    cross join lateral (select audit.pattern_of(t.whole, false) as anywhere) p
    where u.id = ${userId}
  `.execute(tx.db);
  const [known] = rows;
  if (!known) throw new Error('the person has no row');
  return known;
}

/** No part of another word: "Ann Lee" is not in "Joann Leeson". */
const standing = (pattern: RawBuilder<unknown>) =>
  sql<string>`'(?<![[:alnum:]])(?:' || ${pattern} || ')(?![[:alnum:]])'`;

/** Replaces the person's names and addresses with the pseudonym in every text of {@link freeTexts}. */
export async function replaceInFreeTexts(
  tx: CommandTransaction,
  userId: string,
  known: KnownTexts,
  pseudonym: string,
): Promise<void> {
  for (const { table, columns, about, unique, json } of freeTexts) {
    const pattern = json
      ? sql`${known.anywhere}::text`
      : about
        ? sql`case when ${sql.raw(about)} = ${userId} then ${known.near}::text else ${known.whole}::text end`
        : sql`${known.whole}::text`;
    const replacement = unique ? sql`${`${pseudonym} `}::text || t.id` : sql`${pseudonym}::text`;
    const text = (column: string) => sql`t.${sql.id(column)}${json ? sql`::text` : sql``}`;
    const changes = columns.map((column) => {
      const changed = sql`regexp_replace(${text(column)}, ${pattern}, ${replacement}, 'gi')`;
      return sql`${sql.id(column)} = ${json ? sql`(${changed})::jsonb` : changed}`;
    });
    const named = columns.map((column) => sql`${text(column)} ~* ${pattern}`);
    await sql`
      update ${sql.id(table)} t set ${sql.join(changes)} where ${sql.join(named, sql` or `)}
    `.execute(tx.db);
  }
}
