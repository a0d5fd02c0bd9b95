import { sql, type Kysely } from 'kysely';
import type { z } from 'zod';
import { cellText } from '#shared/domain/people/import/read-row.ts';
import type { absenceImportRow } from '#shared/contract/absence-imports.ts';
import type { AbsenceField } from '#shared/domain/assignments/absence-import/fields.ts';
import type { AbsenceProblem } from '#shared/domain/assignments/absence-import/read-absence-row.ts';
import { fullName } from '#shared/domain/people/names.ts';
import type { DB } from '#server/db/db.d.ts';
import { shownProblems, type StoredImport } from '#server/domains/people/index.ts';

type Row = z.input<typeof absenceImportRow>;
type Found = Pick<StoredImport<'absences'>, 'id' | 'mapping' | 'headings'>;

interface StoredRow {
  readonly position: number;
  readonly line: number;
  readonly cells: readonly string[] | null;
  readonly outcome: Row['outcome'];
  readonly userId: string | null;
  readonly problems: readonly AbsenceProblem[];
  readonly readAs: Row['readAs'];
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
}

/** A page of the rows of an import of absences in the order of the file (USR-10). */
export async function readAbsenceRows(
  db: Kysely<DB>,
  found: Found,
  page: {
    readonly outcome?: Row['outcome'] | undefined;
    readonly limit: number;
    readonly after?: number | undefined;
  },
): Promise<{ readonly rows: Row[]; readonly next: number | null }> {
  const { rows } = await sql<StoredRow>`
    select r.position, r.line, r.cells, r.outcome, r.user_id, r.problems, r.read_as, u.first_name, u.last_name, u.email
    from people_import_rows r left join users u on u.id = r.user_id
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
  const cell = (field: AbsenceField): string => cellText(row.cells?.[found.mapping[field] ?? -1]) ?? '';
  return {
    position: row.position,
    line: row.line,
    outcome: row.outcome,
    userId: row.userId,
    name: fullName(row),
    email: cell('email') || (row.email ?? cell('external_id')),
    firstDay: cell('first_day'),
    lastDay: cell('last_day'),
    kind: cell('kind'),
    readAs: row.readAs,
    problems: shownProblems(row.problems, found),
  };
}

/** Every row with problems, batch by batch, for the file of them. */
export async function* badAbsenceRows(db: Kysely<DB>, found: Found): AsyncGenerator<readonly Row[]> {
  for (let after: number | null = 0; after !== null;) {
    const page = await readAbsenceRows(db, found, { outcome: 'bad', limit: 1000, after });
    yield page.rows;
    after = page.next;
  }
}
