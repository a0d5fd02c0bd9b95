import { sql, type Kysely, type RawBuilder } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { moduleLibraryContract } from '#shared/contract/module-library.ts';
import type { QueryOf, ResponseInput } from '#shared/contract/endpoint.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { removalOf } from '#shared/domain/modules/versions.ts';
import type { DB } from '#server/db/db.d.ts';
import { hasContentSql } from '#server/domains/modules/content-facts.ts';
import { moduleFamilies } from '#server/domains/modules/families.ts';
import {
  allStages,
  codeOf,
  filterStages,
  groupOrder,
  type FilterStages,
  type ModuleFilters,
} from '#server/domains/modules/module-filters.ts';
import { isScheduledSql } from '#server/domains/modules/publishable.ts';
import { everAssignedSql } from '#server/domains/modules/versions.store.ts';

type Counts = ResponseInput<typeof moduleLibraryContract.counts>;

const library: RawBuilder<unknown> = sql`training_modules m
  left join module_versions v on v.id = m.current_version_id`;

/** GET /api/module-counts (MOD-01): all stages of the filters in one pass over the modules. */
export async function countModules(db: Kysely<DB>, reach: Reach, query: ModuleFilters): Promise<Counts> {
  const families = await moduleFamilies(db);
  const stages = filterStages(reach, query, families);
  const { rows } = await sql<Counts>`
    with stage as materialized (
      select m.category_id, ${stageNumber(stages)} as passed, ${codeOf(families)} as family
      from ${library} where m.content_type <> 'placeholder' and ${stages.state}
    )
    select count(*)::int as all,
      ${sql.join(
        ['search', 'category', 'family', 'content', 'matrix'].map(
          (name, index) =>
            sql`count(*) filter (where passed > ${sql.lit(index)})::int as ${sql.ref(`after_${name}`)}`,
        ),
      )},
      coalesce((select json_agg(json_build_object('categoryId', category_id, 'modules', n) order by category_id nulls last)
        from (select category_id, count(*)::int as n from stage where passed = 5 group by category_id) c), '[]') as by_category,
      coalesce((select json_agg(json_build_object('family', family, 'modules', n) order by family)
        from (select family, count(*)::int as n from stage where passed = 5 group by family) f), '[]') as by_family
    from stage
  `.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('counting answered nothing');
  return counts;
}

/** SQL for how many stages a module passes, one after the other: 0 to 5. */
function stageNumber({ search, category, family, content, matrix }: FilterStages): RawBuilder<number> {
  return sql<number>`case when (${search}) is not true then 0 when (${category}) is not true then 1
    when (${family}) is not true then 2 when (${content}) is not true then 3 when (${matrix}) is not true then 4 else 5 end`;
}

/** GET /api/module-names: ids and titles in the order of SPEC §9. */
export async function listNames(
  db: Kysely<DB>,
  reach: Reach,
  query: QueryOf<typeof moduleLibraryContract.names>,
): Promise<{ readonly items: { id: number; title: string }[]; readonly total: number }> {
  const families = await moduleFamilies(db);
  const wanted = sql`m.content_type <> 'placeholder' and ${allStages(filterStages(reach, query, families))}
    and ${fits(query.fits)}`;
  const { rows } = await sql<{ id: number; title: string; total: number }>`
    select m.id, m.title, count(*) over ()::int as total
    from ${library} where ${wanted}
    order by ${groupOrder(families)} limit ${query.limit} offset ${query.offset}
  `.execute(db);
  const total = rows[0]?.total ?? (query.offset === 0 ? 0 : await countNames(db, wanted));
  return { items: rows.map(({ id, title }) => ({ id, title })), total };
}

async function countNames(db: Kysely<DB>, wanted: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${library} where ${wanted}
  `.execute(db);
  return rows[0]?.total ?? 0;
}

/** SQL of the modules that a matrix of an organization may have (MTX-04): the same rule as of `requireAssignableModules`. */
function fits(organizationId: number | 'none' | undefined): RawBuilder<boolean> {
  if (organizationId === undefined) return sql`true`;
  if (organizationId === 'none') return sql`m.organization_id is null`;
  return sql`(m.organization_id is null or m.organization_id = ${organizationId})`;
}

/** How many titles of modules without content are named. */
const namedEmpty = 10;

/** GET /api/module-content-check: which modules people could not start, for neither content nor quiz. */
export async function checkContent(
  db: Kysely<DB>,
  { ids, matrixId }: QueryOf<typeof moduleLibraryContract.contentCheck>,
): Promise<ResponseInput<typeof moduleLibraryContract.contentCheck>> {
  const chosen =
    matrixId === undefined
      ? sql`m.id = any(${[...(ids ?? [])]}::int[])`
      : sql`m.id in (select module_id from training_matrix where matrix_id = ${matrixId})`;
  const { rows } = await sql<ResponseInput<typeof moduleLibraryContract.contentCheck>>`
    with chosen as materialized (
      select m.title, ${hasContentSql} or exists (select 1 from quizzes z where z.module_id = m.id and z.question_count > 0) as can_start
      from ${library} where m.content_type <> 'placeholder' and ${chosen}
    )
    select count(*)::int as modules, (count(*) filter (where not can_start))::int as empty,
      array(select title from chosen where not can_start order by lower(title) limit ${namedEmpty}) as titles
    from chosen`.execute(db);
  return rows[0] ?? { modules: 0, empty: 0, titles: [] };
}

/** GET /api/training-modules/{id}/removal (MOD-13): the effect of deleting. Throws NOT_FOUND. */
export async function previewRemoval(
  db: Kysely<DB>,
  id: number,
): Promise<ResponseInput<typeof moduleLibraryContract.removal>> {
  // A person has one open assignment of a module at most, so that people are not counted apart.
  const { rows } = await sql<{
    assigned: boolean;
    openAssignments: number;
    openPeople: number;
    completions: number;
    matrices: number;
    waitingVersion: number | null;
  }>`
    select ${everAssignedSql(sql`m.id`)} as assigned, o.open as open_assignments, o.open as open_people,
      (select count(*)::int from training_records r where r.module_id = m.id) as completions,
      (select count(distinct e.matrix_id)::int from training_matrix e where e.module_id = m.id) as matrices,
      (select max(v.number) from module_versions v left join module_versions c on c.id = m.current_version_id
        where v.module_id = m.id and ${isScheduledSql}) as waiting_version
    from training_modules m
    cross join lateral (
      select count(*)::int as open from training_assignments a
      where a.module_id = m.id and a.status in ('not_started', 'in_progress')
    ) o
    where m.id = ${id}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND', { reason: 'module_not_found' });
  const { assigned, ...figures } = row;
  return { outcome: removalOf(assigned), ...figures };
}
