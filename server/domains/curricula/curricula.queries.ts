import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { FamilyRow } from '#shared/domain/modules/families.ts';
import { familyOf, OTHER_FAMILY } from '#shared/domain/modules/families.ts';
import { compareTitles, groupByFamily } from '#shared/domain/modules/title-order.ts';
import type { DB } from '#server/db/db.d.ts';
import { moduleFamilies } from '#server/domains/modules/index.ts';

/** Filters and page of the lists of entries and matrices. */
export interface MatrixListQuery {
  readonly limit: number;
  readonly offset: number;
  readonly sort?: string | undefined;
  readonly q?: string | undefined;
  readonly matrixId?: number | undefined;
  readonly departmentId?: number | undefined;
  readonly organizationId?: number | undefined;
}

/** An entry with its matrix and module, before it takes the nesting of SPEC §3. */
export interface EntryRow {
  readonly id: number;
  readonly matrixId: number;
  readonly moduleId: number;
  readonly isRequired: boolean;
  readonly daysToDue: number;
  readonly renewalPeriod: number | null;
  readonly renewalWindow: number;
  readonly title: string;
  readonly reference: string | null;
  readonly contentType: string;
  readonly duration: number;
  readonly family: string | null;
  readonly moduleIsActive: boolean;
  readonly revision: number;
  readonly matrixName: string;
  readonly organizationId: number | null;
  readonly departmentId: number | null;
  readonly jobTitle: string | null;
}

/** A matrix as its card shows it, without the people (SPEC §2.8). */
export interface MatrixCard {
  readonly id: number;
  readonly name: string;
  readonly organizationId: number | null;
  readonly organizationName: string | null;
  readonly departmentId: number | null;
  readonly departmentName: string | null;
  readonly jobTitle: string | null;
  readonly templateKey: string | null;
  readonly revision: number;
  readonly departmentRevision: number | null;
  readonly families: readonly MatrixFamily[];
  readonly moduleCount: number;
}

/** The modules of one family on a card, in the order of SPEC §9. */
export interface MatrixFamily {
  readonly code: string;
  readonly name: string;
  readonly modules: readonly (Omit<EntryRow, 'id'> & { readonly entryId: number })[];
}

const likeText = (text: string) => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

function conditions(reach: Reach, query: MatrixListQuery): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`m.archived_at is null`];
  if (!reach.all) parts.push(sql`m.organization_id = any(${[...reach.organizationIds]}::int[])`);
  if (query.matrixId !== undefined) parts.push(sql`m.id = ${query.matrixId}`);
  if (query.departmentId !== undefined) parts.push(sql`m.department_id = ${query.departmentId}`);
  if (query.organizationId !== undefined) parts.push(sql`m.organization_id = ${query.organizationId}`);
  return sql`where ${sql.join(parts, sql` and `)}`;
}

function orderBy(
  sort: string | undefined,
  columns: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<unknown> {
  const column = columns[(sort ?? '').replace(/^-/, '')];
  const direction = sort?.startsWith('-') ? sql`desc` : sql`asc`;
  return column ? sql`${column} ${direction},` : sql``;
}

const entryColumns = sql`
  e.id, e.matrix_id, e.module_id, e.is_required, e.days_to_due, e.renewal_period, e.renewal_window, t.title, t.reference, t.content_type,
  t.duration, t.family, (t.is_active and t.retired_at is null) as module_is_active, e.revision,
  m.name as matrix_name, m.organization_id, m.department_id, m.job_title`;
const entryTables = sql`
  training_matrix e join training_matrices m on m.id = e.matrix_id join training_modules t on t.id = e.module_id`;

/** Returns a page of entries and how many there are (GET /api/training-matrix). */
export async function listEntries(
  db: Kysely<DB>,
  reach: Reach,
  query: MatrixListQuery,
): Promise<{ readonly rows: readonly EntryRow[]; readonly total: number }> {
  const search = query.q
    ? sql`(m.name ilike ${likeText(query.q)} or t.title ilike ${likeText(query.q)})`
    : sql`true`;
  const order = orderBy(query.sort, { id: sql`e.id`, name: sql`lower(m.name)`, title: sql`lower(t.title)` });
  const { rows } = await sql<EntryRow & { total: number }>`
    select ${entryColumns}, count(*) over () as total
    from (select * from training_matrices m ${conditions(reach, query)}) m
    join training_matrix e on e.matrix_id = m.id join training_modules t on t.id = e.module_id
    where ${search}
    order by ${order} lower(m.name), m.id, e.id limit ${query.limit} offset ${query.offset}
  `.execute(db);
  if (rows.length > 0 || query.offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  const counted = await listEntries(db, reach, { ...query, limit: 1, offset: 0 });
  return { rows: [], total: counted.total };
}

/** Returns a page of cards with their modules by family, and how many matrices there are (GET /api/training-matrices). */
export async function listCards(
  db: Kysely<DB>,
  reach: Reach,
  query: MatrixListQuery,
): Promise<{ readonly cards: readonly MatrixCard[]; readonly total: number }> {
  const pattern = query.q ? likeText(query.q) : null;
  const search = sql`(${pattern}::text is null or m.name ilike ${pattern} or d.name ilike ${pattern}
    or o.name ilike ${pattern} or m.job_title ilike ${pattern})`;
  const { rows } = await sql<Omit<MatrixCard, 'families' | 'moduleCount'> & { total: number }>`
    select m.id, m.name, m.organization_id, o.name as organization_name, m.department_id, d.name as department_name,
      m.job_title, m.template_key, m.revision, d.revision as department_revision, count(*) over () as total
    from (select * from training_matrices m ${conditions(reach, query)}) m
    left join organizations o on o.id = m.organization_id
    left join departments d on d.id = m.department_id
    where ${search}
    order by ${orderBy(query.sort, { name: sql`lower(m.name)`, id: sql`m.id` })} lower(m.name), m.id
    limit ${query.limit} offset ${query.offset}
  `.execute(db);
  if (rows.length === 0 && query.offset > 0) {
    const { total } = await listCards(db, reach, { ...query, limit: 1, offset: 0 });
    return { cards: [], total };
  }
  const ids = rows.map((row) => row.id);
  const [entries, families] = await Promise.all([entriesOf(db, ids), moduleFamilies(db)]);
  const byMatrix = Map.groupBy(entries, (entry) => entry.matrixId);
  const cards = rows.map(({ total: _total, ...row }) => {
    const own = byMatrix.get(row.id) ?? [];
    return { ...row, moduleCount: own.length, families: familiesOf(own, families) };
  });
  return { cards, total: rows[0]?.total ?? 0 };
}

async function entriesOf(db: Kysely<DB>, matrixIds: readonly number[]): Promise<readonly EntryRow[]> {
  if (matrixIds.length === 0) return [];
  const { rows } = await sql<EntryRow>`
    select ${entryColumns} from ${entryTables} where e.matrix_id = any(${[...matrixIds]}::int[]) order by e.id
  `.execute(db);
  return rows;
}

/** Families that share a heading appear under it together, in the order of the headings (SPEC §9). */
function familiesOf(entries: readonly EntryRow[], families: readonly FamilyRow[]): readonly MatrixFamily[] {
  return groupByFamily(entries, families).map(({ groupName, modules }) => ({
    code: families.find((family) => family.groupName === groupName)?.code ?? OTHER_FAMILY,
    name: groupName,
    modules: modules.map(({ id, ...row }) => ({ ...row, entryId: id })),
  }));
}

/** A template with how many modules a matrix made from it would start with (GET /api/training-matrix/templates). */
export interface TemplateRow {
  readonly templateKey: string;
  readonly name: string;
  readonly jobTitle: string | null;
  readonly familyCodes: string[];
  readonly daysToDue: number;
  readonly renewalPeriod: number | null;
}

/** Returns every template in its order. */
export async function listTemplates(db: Kysely<DB>): Promise<readonly TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    select key as template_key, name, job_title, family_codes, days_to_due, renewal_period
    from matrix_templates order by position, key
  `.execute(db);
  return rows;
}

/** Active modules whose family a template names, as the organization may use them, in the order of SPEC §9. */
export async function modulesOfFamilies(
  db: Kysely<DB>,
  organizationId: number | null,
): Promise<readonly { readonly id: number; readonly title: string; readonly code: string }[]> {
  const families = await moduleFamilies(db);
  const { rows } = await sql<{ id: number; title: string; family: string | null }>`
    select id, title, family from training_modules
    where is_active and retired_at is null and content_type <> 'placeholder'
      and (organization_id is null or organization_id = ${organizationId})
    order by id
  `.execute(db);
  return rows
    .map((row) => ({ id: row.id, title: row.title, code: familyOf(row, families) }))
    .toSorted((a, b) => compareTitles(a.title, b.title));
}
