import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { modulesContract } from '#shared/contract/modules.ts';
import type { QueryOf } from '#shared/contract/endpoint.ts';
import type { FamilyRow } from '#shared/domain/modules/families.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { hasContentSql } from '#server/domains/modules/content-facts.ts';
import { familySql } from '#server/domains/modules/families.ts';

/** The filters of a list of modules (SPEC §2.7). */
export type ModuleFilters = Pick<
  QueryOf<typeof modulesContract.list>,
  'q' | 'category' | 'family' | 'content' | 'matrix' | 'active' | 'retired'
>;

/** The stages of the filters, in the order in which the page counts them (MOD-01). */
export type FilterStages = Readonly<
  Record<'state' | 'search' | 'category' | 'family' | 'content' | 'matrix', RawBuilder<boolean>>
>;

const everything = sql<boolean>`true`;

/**
 * SQL conditions of each filter over the module `m`, its version `v` and its category `cat`; a filter that is not set is
 * true.
 */
export function filterStages(
  reach: Reach,
  query: ModuleFilters,
  families: readonly FamilyRow[],
): FilterStages {
  return {
    state: stateOf(query),
    search: searchOf(query.q),
    category: categoryOf(query.category),
    family:
      query.family && query.family !== 'all'
        ? sql<boolean>`${codeOf(families)} = ${query.family}`
        : everything,
    content: contentOf(query.content),
    matrix: query.matrix === undefined || query.matrix === 'all' ? everything : matrixOf(reach, query.matrix),
  };
}

/** Returns all stages as one SQL condition. */
export function allStages(stages: FilterStages): RawBuilder<boolean> {
  return sql.join(Object.values(stages), sql` and `);
}

/**
 * SQL for the order of SPEC §9 within a group of families. Titles of TP-CRO weigh major × 10000 + minor × 100 + letter; others
 * are sorted by their first number; titles without one come last. It is the rule of `titleNumber` of shared/domain/modules; a
 * test compares both.
 */
export const titleNumberSql: RawBuilder<string | null> = sql`coalesce((
  select n[1]::numeric * 10000 + coalesce(n[2]::numeric, 0) * 100 + coalesce(ascii(lower(n[3])) - 96, 0)
  from regexp_match(case when m.title ilike '%tp_cro%' then m.title end, 'TP[-[:space:]]CRO[-[:space:]_]*([0-9]+)(?:[.-]([0-9]+))?([a-zA-Z](?![a-zA-Z]))?', 'i') n
), substring(m.title from '[0-9]+')::numeric)`;

/** SQL for the family code of the module `m`. */
export function codeOf(families: readonly FamilyRow[]): RawBuilder<string> {
  return familySql(families, ({ code }) => sql<string>`${code}::text`);
}

/** SQL for the order of SPEC §9: the groups of families, then the number in the title, then the title. */
export function groupOrder(families: readonly FamilyRow[]): RawBuilder<unknown> {
  const inOrder = families.toSorted(
    (one, two) => one.groupPosition - two.groupPosition || (one.groupName < two.groupName ? -1 : 1),
  );
  // Two organizations may have the same place among the groups: the modules of each group stay together.
  const groups = [...new Set(inOrder.map(({ groupName }) => groupName))];
  const place = familySql(families, ({ groupName }) => sql<number>`${sql.lit(groups.indexOf(groupName))}`);
  return sql`${place}, ${titleNumberSql} nulls last, lower(m.title), m.id`;
}

function stateOf({ active, retired }: ModuleFilters): RawBuilder<boolean> {
  const ofActive = active === undefined ? everything : sql<boolean>`m.is_active = ${active}`;
  return retired === undefined
    ? ofActive
    : sql<boolean>`${ofActive} and (m.retired_at is not null) = ${retired}`;
}

function searchOf(q: string | undefined): RawBuilder<boolean> {
  if (!q) return everything;
  const pattern = `%${q.trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql`(m.title ilike ${pattern} or m.description ilike ${pattern} or m.reference ilike ${pattern})`;
}

function categoryOf(category: string | undefined): RawBuilder<boolean> {
  if (!category || category === 'all') return everything;
  return category === 'none'
    ? sql`m.category_id is null`
    : sql`m.category_id = (select id from module_categories where lower(name) = lower(${category}))`;
}

function contentOf(content: ModuleFilters['content']): RawBuilder<boolean> {
  if (content === 'files') return hasContentSql;
  return content === 'empty' ? sql`not ${hasContentSql}` : everything;
}

function matrixOf(reach: Reach, matrix: 'any' | 'none' | number): RawBuilder<boolean> {
  if (!reach.all) {
    const reason = 'filter_by_matrix_admin';
    throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'matrix', reason }] });
  }
  if (matrix === 'none') return sql`not exists (select 1 from training_matrix e where e.module_id = m.id)`;
  const narrowed = typeof matrix === 'number' ? sql`and e.matrix_id = ${matrix}` : sql``;
  return sql`exists (select 1 from training_matrix e where e.module_id = m.id ${narrowed})`;
}
