import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';

interface Written {
  readonly template: string;
  readonly organizationId: number | null;
  readonly subject: string;
  readonly body: string;
}

/**
 * Returns the texts of emails that administrators have written in a language: the text of an organization has priority over that
 * of all (NOT-06).
 */
export async function writtenTexts(
  db: Kysely<DB>,
  language: string,
  organizationId: number | null,
): Promise<readonly Written[]> {
  const { rows } = await sql<Written>`
    select distinct on (template) template, organization_id, subject, body from mail_texts
    where language = ${language} and (organization_id is null or organization_id = ${organizationId}::int)
    order by template, organization_id nulls last`.execute(db);
  return rows;
}
