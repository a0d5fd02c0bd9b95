import { sql, type Kysely } from 'kysely';
import type { z } from 'zod';
import { cellText, type CellProblem, type RowProblem } from '#shared/domain/people/import/read-row.ts';
import type { importRow } from '#shared/contract/people-imports-schemas.ts';
import { importFields, type ImportField } from '#shared/domain/people/import/fields.ts';
import { fullName } from '#shared/domain/people/names.ts';
import type { DB } from '#server/db/db.d.ts';
import type { StoredImport } from './imports.store.ts';

type ImportRow = z.input<typeof importRow>;

interface StoredRow {
  readonly position: number;
  readonly line: number | null;
  readonly cells: readonly string[] | null;
  readonly outcome: ImportRow['outcome'];
  readonly userId: string | null;
  readonly fields: ImportRow['fields'];
  readonly problems: readonly RowProblem[];
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
}

/** Returns a page of the rows of an import in the order of the file, then who is missing (USR-06). */
export async function readImportRows(
  db: Kysely<DB>,
  found: Pick<StoredImport, 'id' | 'mapping' | 'headings'>,
  page: {
    readonly outcome?: ImportRow['outcome'] | undefined;
    readonly limit: number;
    readonly after?: number | undefined;
  },
): Promise<{ readonly rows: ImportRow[]; readonly next: number | null }> {
  const { rows } = await sql<StoredRow>`
    select r.position, r.line, r.cells, r.outcome, r.user_id, r.fields, r.problems, u.first_name, u.last_name, u.email
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

function viewOf(row: StoredRow, found: Pick<StoredImport, 'mapping' | 'headings'>): ImportRow {
  const cell = (field: ImportField): string => cellText(row.cells?.[found.mapping[field] ?? -1]) ?? '';
  const inFile = fullName({ firstName: cell('first_name'), lastName: cell('last_name') });
  return {
    position: row.position,
    line: row.line,
    outcome: row.outcome,
    userId: row.userId,
    name: inFile || fullName(row),
    email: cell('email') || (row.email ?? ''),
    fields: importFields.filter((field) => row.fields.includes(field)),
    problems: shownProblems(row.problems, found),
  };
}

/** The problems of a row with the headings of their columns (USR-06, USR-09, USR-10). */
export const shownProblems = <Field extends string>(
  problems: readonly CellProblem<Field>[],
  {
    mapping,
    headings,
  }: {
    readonly mapping: Readonly<Partial<Record<Field, number | undefined>>>;
    readonly headings: readonly string[];
  },
) =>
  problems.map(({ field, value, reason, otherLine }) => {
    const column: number | undefined = field === null ? undefined : mapping[field];
    const heading: string | undefined = headings[column ?? -1];
    return { column: heading ?? null, field, value, reason, otherLine: otherLine ?? null };
  });

/** Every row with problems, batch by batch, for the file of them. */
export async function* badRows(
  db: Kysely<DB>,
  found: Pick<StoredImport, 'id' | 'mapping' | 'headings'>,
): AsyncGenerator<readonly ImportRow[]> {
  for (let after: number | null = 0; after !== null;) {
    const page = await readImportRows(db, found, { outcome: 'bad', limit: 1000, after });
    yield page.rows;
    after = page.next;
  }
}

/** A person with the values of {@link importFields}, in their order. */
export type ExportedPerson = readonly (string | null)[];

/** Yields everybody in the columns of an import, batch by batch in the order of the ids (USR-06). */
export async function* peopleInColumns(
  db: Kysely<DB>,
  asked: { readonly organizationId?: number | undefined; readonly isActive?: boolean | undefined },
): AsyncGenerator<readonly ExportedPerson[]> {
  const { organizationId, isActive } = asked;
  for (let after = ''; ;) {
    const { rows } = await sql<
      Record<'id' | 'email' | 'firstName' | 'lastName' | 'role' | 'active', string> &
        Record<'externalId' | 'organization' | 'department' | 'jobTitle' | 'manager', string | null>
    >`
      select u.id, u.external_id, u.email, u.first_name, u.last_name, u.role, o.name as organization, d.name as department,
        u.job_title, m.email as manager, case when u.is_active then 'yes' else 'no' end as active
      from users u left join organizations o on o.id = u.organization_id left join departments d on d.id = u.department_id
        left join users m on m.id = u.manager_id
      where u.erased_at is null and u.id > ${after}
        and (${organizationId ?? null}::int is null or u.organization_id = ${organizationId ?? null})
        and (${isActive ?? null}::boolean is null or u.is_active = ${isActive ?? null})
      order by u.id limit 1000`.execute(db);
    yield rows.map((row) => [
      row.externalId,
      row.email,
      row.firstName,
      row.lastName,
      row.role,
      row.organization,
      row.department,
      row.jobTitle,
      row.manager,
      row.active,
    ]);
    const last = rows.at(-1);
    if (!last || rows.length < 1000) return;
    after = last.id;
  }
}
