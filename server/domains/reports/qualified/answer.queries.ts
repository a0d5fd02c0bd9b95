import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { evidenceOf, recordTables } from '#server/domains/assignments/index.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { publishedVersions, type VersionRow } from './modules.queries.ts';
import type { RequestedPairs } from './next-people.ts';
import { pairsSql, type PairRow } from './qualified.queries.ts';

/** A person and a module with everything that decides about them. */
export type AnswerRow = PairRow & {
  readonly versions: readonly (Omit<VersionRow, 'effectiveFrom'> & { readonly effectiveFrom: string })[];
  /** The text of the evidence of the completions, for `evidenceValidity`. */
  readonly evidence: string;
};

/** Returns the facts of one person and module with the evidence of their completions, in one statement; undefined without any. */
export async function readAnswer(
  db: Kysely<DB>,
  asked: Omit<RequestedPairs, 'after' | 'limit'>,
): Promise<AnswerRow | undefined> {
  const { moduleIds, scope } = asked;
  const statement = pairsSql<AnswerRow>(
    { ...asked, after: null, limit: 1 },
    {
      parts: sql`,
    page as materialized (
      select a.id from pairs p join training_assignments a on a.user_id = p.person_id and a.module_id = p.module_id
    )`,
      columns: sql`, (select coalesce(json_agg(v), '[]') from (${publishedVersions(moduleIds, scope.knownAt)}) v) as versions,
      ${evidenceOf(`page join (${recordTables}) on r.assignment_id = page.id`)} as evidence`,
    },
  );
  // For one person, planning costs several times as much as reading the rows; statements for lists are planned for their people.
  const [row] = await queryPrepared(db, 'qualified', statement);
  return row;
}
