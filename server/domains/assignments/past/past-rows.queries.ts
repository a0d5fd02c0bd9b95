import { sql, type Kysely } from 'kysely';
import type { z } from 'zod';
import { cellText } from '#shared/domain/people/import/read-row.ts';
import type { pastImportRow } from '#shared/contract/past-imports-schemas.ts';
import type { PastField } from '#shared/domain/assignments/past/fields.ts';
import type { PastProblem } from '#shared/domain/assignments/past/read-past-row.ts';
import { fullName } from '#shared/domain/people/names.ts';
import type { DB } from '#server/db/db.d.ts';
import { shownProblems, type StoredImport } from '#server/domains/people/index.ts';

type Row = z.input<typeof pastImportRow>;
type Found = Pick<StoredImport<'completions'>, 'id' | 'mapping' | 'headings'>;

interface StoredRow {
  readonly position: number;
  readonly line: number;
  readonly cells: readonly string[] | null;
  readonly outcome: Row['outcome'];
  readonly userId: string | null;
  readonly problems: readonly PastProblem[];
  readonly readAs: Row['readAs'];
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
}

/** Returns a page of the rows of an import of past completions, in the order of the file (USR-09). */
export async function readPastRows(
  db: Kysely<DB>,
  found: Found,
  page: {
    readonly outcome?: Row['outcome'] | undefined;
    readonly limit: number;
    readonly after?: number | undefined;
  },
): Promise<{ readonly rows: Row[]; readonly next: number | null }> {
  const { rows } = await sql<StoredRow>`
    select r.position, r.line, r.cells, r.outcome, r.user_id, r.problems, u.first_name, u.last_name, u.email,
      case when r.read_as is not null then json_build_object('module', m.title, 'version', r.read_as -> 'versionNumber',
        'completedOn', r.read_as ->> 'completedOn', 'source', r.read_as ->> 'source') end as read_as
    from people_import_rows r left join users u on u.id = r.user_id
    left join training_modules m on m.id = (r.read_as ->> 'moduleId')::int
    where r.import_id = ${found.id} and r.position > ${page.after ?? 0}
      and ${page.outcome === undefined ? sql`r.outcome is not null` : sql`r.outcome = ${page.outcome}`}
    order by r.position limit ${page.limit + 1}`.execute(db);
  const shown = rows.slice(0, page.limit);
  return {
    rows: shown.map((row) => viewOf(row, found)),
    next: rows.length > page.limit ? (shown.at(-1)?.position ?? null) : null,
  };
}

function viewOf(row: StoredRow, found: Found): Row {
  const cell = (field: PastField): string => cellText(row.cells?.[found.mapping[field] ?? -1]) ?? '';
  return {
    position: row.position,
    line: row.line,
    outcome: row.outcome,
    userId: row.userId,
    name: fullName(row),
    email: cell('email') || (row.email ?? cell('external_id')),
    module: cell('module'),
    completedOn: cell('completed_on'),
    readAs: row.readAs,
    problems: shownProblems(row.problems, found),
  };
}

/** Yields every row with problems, batch by batch, for the file of them. */
export async function* badPastRows(db: Kysely<DB>, found: Found): AsyncGenerator<readonly Row[]> {
  for (let after: number | null = 0; after !== null;) {
    const page = await readPastRows(db, found, { outcome: 'bad', limit: 1000, after });
    yield page.rows;
    after = page.next;
  }
}
