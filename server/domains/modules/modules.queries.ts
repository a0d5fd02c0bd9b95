import { sql, type Kysely, type RawBuilder } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { modulesContract } from '#shared/contract/modules.ts';
import type { QueryOf, ResponseInput } from '#shared/contract/endpoint.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { overtakenBy, type EffectiveVersion, type Overtaking } from '#shared/domain/modules/versions.ts';
import type { DB } from '#server/db/db.d.ts';
import { moduleFamilies } from '#server/domains/modules/families.ts';
import { allStages, codeOf, filterStages, groupOrder } from '#server/domains/modules/module-filters.ts';
import {
  cardOf,
  filesOfVersions,
  fullOf,
  moduleColumns,
  type ModuleRow,
} from '#server/domains/modules/module-view.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import {
  seesCardsOnly,
  versionsToShow,
  versionToShow,
  versionVisible,
} from '#server/domains/modules/visibility.ts';

type ListQuery = QueryOf<typeof modulesContract.list>;
/** A module of the list in the form of the contract. */
export type ModuleListItem = ResponseInput<typeof modulesContract.list>[number];
/** A module with content, files and versions in the form of the contract. */
export type ModuleDetail = ResponseInput<typeof modulesContract.get>;

const sorts: Readonly<Record<string, RawBuilder<unknown>>> = {
  title: sql`lower(m.title)`,
  id: sql`m.id`,
  createdAt: sql`m.created_at`,
  updatedAt: sql`m.updated_at`,
  duration: sql`m.duration`,
};

/**
 * GET /api/training-modules (AUTH-13): administrators all, managers the cards of active ones, others those of the
 * assignments within their reach. Modules of type placeholder are hidden (MOD-02).
 */
export async function listModules(
  db: Kysely<DB>,
  reach: Reach,
  query: ListQuery & { readonly ids?: readonly number[] },
  assigns: Reach | null = null,
): Promise<{ readonly items: ModuleListItem[]; readonly total: number }> {
  const families = await moduleFamilies(db);
  const from = sql`
    from training_modules m
    ${versionsToShow(reach)}
    left join module_versions v on v.id = ${seesCardsOnly(reach) ? sql`coalesce(shown.shown_id, m.current_version_id)` : sql`shown.shown_id`}
    left join module_categories cat on cat.id = m.category_id
    where m.content_type <> 'placeholder' and ${listCondition(reach)} and ${allStages(filterStages(reach, query, families))}
      and ${assignableTo(query.assignableTo, assigns)}
      and ${query.ids === undefined ? sql`true` : sql`m.id = any(${[...query.ids]}::int[])`}`;
  const key = query.sort?.replace(/^-/, '') ?? 'title';
  const direction = query.sort?.startsWith('-') ? sql`desc` : sql`asc`;
  const order =
    key === 'group' ? groupOrder(families) : sql`${sorts[key] ?? sql`m.id`} ${direction}, m.id ${direction}`;
  const [{ rows }, count] = await Promise.all([
    sql<ModuleRow>`
      select ${moduleColumns(reach.all, codeOf(families))}
      from (
        select m.id, v.id as version_id, row_number() over (order by ${order}) as place ${from}
        order by place limit ${query.limit} offset ${query.offset}
      ) page
      join training_modules m on m.id = page.id
      left join module_versions v on v.id = page.version_id
      left join module_categories cat on cat.id = m.category_id
      order by page.place`.execute(db),
    sql<{ total: number }>`select count(*) as total ${from}`.execute(db),
  ]);
  const files = await filesOfVersions(
    db,
    rows.flatMap((row) => row.versionId ?? []),
  );
  const ids = rows.map(({ id }) => id);
  const had =
    query.assignableTo !== undefined && assigns ? await hadOf(db, query.assignableTo, assigns, ids) : null;
  const shape = seesCardsOnly(reach) ? cardOf : fullOf;
  const items = rows.map((row) => ({
    ...shape(row, (row.versionId !== null && files.get(row.versionId)) || []),
    ...(had && { had: had.get(row.id) ?? null }),
  }));
  return { items, total: count.rows[0]?.total ?? 0 };
}

/**
 * SQL of the modules that can be assigned to a person (MTX-05). If the caller may not assign anything to the person, nothing
 * is disclosed.
 */
function assignableTo(personId: string | undefined, assigns: Reach | null): RawBuilder<boolean> {
  if (personId === undefined) return sql`true`;
  const within = assigns
    ? withinReach(assigns, sql<string>`u.id`, sql<number | null>`u.organization_id`)
    : sql`false`;
  return sql`(m.is_active and m.retired_at is null and (m.organization_id is null or m.organization_id = (
    select u.organization_id from users u where u.id = ${personId} and ${within})))`;
}

type Had = NonNullable<ModuleListItem['had']>;

/**
 * Returns the given modules that a person has open or completed (MTX-05). If the caller may not assign anything to the
 * person, nothing is disclosed.
 */
async function hadOf(
  db: Kysely<DB>,
  personId: string,
  assigns: Reach,
  moduleIds: readonly number[],
): Promise<ReadonlyMap<number, Had>> {
  // The rule is that of the completion's status (LRN-01): none of them is still valid.
  const expired = sql`bool_and(coalesce(a.next_renewal_date < today_in(coalesce(o.time_zone, 'UTC')), false))
    filter (where a.status = 'completed')`;
  const { rows } = await sql<Had & { moduleId: number }>`
    select a.module_id, max(a.completed_at) filter (where a.status = 'completed') as completed_at,
      (array_agg(r.time_zone order by a.completed_at desc) filter (where a.status = 'completed'))[1] as completed_time_zone,
      (array_agg(r.kind order by a.completed_at desc) filter (where a.status = 'completed'))[1] as completion_kind,
      case when bool_or(a.status <> 'completed') then 'open' when ${expired} then 'expired' else 'completed' end as state,
      case when ${expired} then max(a.next_renewal_date) end as valid_until
    from training_assignments a join users u on u.id = a.user_id left join organizations o on o.id = u.organization_id
    left join training_records r on r.assignment_id = a.id
    where a.user_id = ${personId} and a.module_id = any(${[...moduleIds]}::int[]) and a.status <> 'voided'
      and ${withinReach(assigns, sql<string>`u.id`, sql<number | null>`u.organization_id`)}
    group by a.module_id
  `.execute(db);
  return new Map(rows.map(({ moduleId, ...had }) => [moduleId, had]));
}

function listCondition(reach: Reach): RawBuilder<boolean> {
  if (reach.all) return sql`true`;
  if (seesCardsOnly(reach)) return sql`(m.is_active or shown.shown_id is not null)`;
  return sql`shown.shown_id is not null`;
}

/**
 * GET /api/training-modules/{id} (AUTH-13): with the content of the version that the reader works on, or of another one
 * that the reader may see. Throws NOT_FOUND.
 */
export async function getModule(
  db: Kysely<DB>,
  reach: Reach,
  id: number,
  versionId?: number,
): Promise<ModuleDetail> {
  const wanted = versionId === undefined ? versionToShow(reach) : sql<number>`${versionId}::int`;
  const { rows } = await sql<ModuleRow>`
    select ${moduleColumns(reach.all)}
    from training_modules m
    join module_versions v on v.module_id = m.id and v.id = ${wanted}
    left join module_categories cat on cat.id = m.category_id
    where m.id = ${id} and ${versionVisible(reach)}
  `.execute(db);
  const row = rows[0];
  if (!row || row.versionId === null) throw new AppError('NOT_FOUND', { reason: 'module_not_found' });
  const [files, versions] = await Promise.all([
    filesOfVersions(db, [row.versionId]),
    versionsOf(db, reach, id),
  ]);
  return { ...fullOf(row, files.get(row.versionId) ?? []), versions };
}

async function versionsOf(db: Kysely<DB>, reach: Reach, moduleId: number): Promise<ModuleDetail['versions']> {
  const { rows } = await sql<
    Omit<ModuleDetail['versions'][number], 'overtakenBy'> & {
      forceNumber: number | null;
      forceFrom: Date | null;
    }
  >`
    select v.id, v.number, v.status, v.id is not distinct from m.current_version_id as is_current, v.change_note, v.content_hash,
      v.effective_from, v.published_at, v.created_at, v.retraining, v.retraining_days, b.number as based_on,
      c.number as force_number, c.effective_from as force_from,
      case when v.status = 'draft' then 'draft' when v.id = c.id then 'in_force' when v.number > c.number then 'waiting'
        else 'past' end as state,
      nullif(concat_ws(' ', u.first_name, u.last_name), '') as published_by,
      nullif(concat_ws(' ', w.first_name, w.last_name), '') as created_by
    from training_modules m
    join module_versions v on v.module_id = m.id
    left join module_versions c on c.id = m.current_version_id
    left join module_versions b on b.id = v.based_on_id
    left join users u on u.id = v.published_by
    left join users w on w.id = v.created_by
    where m.id = ${moduleId} and ${versionVisible(reach)}
    order by v.number desc
  `.execute(db);
  return rows.map(({ forceNumber, forceFrom, ...version }) => ({
    ...version,
    overtakenBy: overtakenBy(version, inForceOf(forceNumber, forceFrom)),
  }));
}

function inForceOf(number: number | null, effectiveFrom: Date | null): EffectiveVersion | null {
  return number !== null && effectiveFrom !== null ? { number, effectiveFrom } : null;
}

/** Returns the version that took effect since a draft was started from an older one (MOD-11); null if the draft is up to date. */
export async function overtakingOf(db: Kysely<DB>, versionId: number): Promise<Overtaking | null> {
  const { rows } = await sql<{ basedOn: number | null; number: number | null; effectiveFrom: Date | null }>`
    select b.number as based_on, c.number, c.effective_from
    from module_versions v
    join training_modules m on m.id = v.module_id
    left join module_versions c on c.id = m.current_version_id
    left join module_versions b on b.id = v.based_on_id
    where v.id = ${versionId} and v.status = 'draft'
  `.execute(db);
  const [draft] = rows;
  return draft
    ? overtakenBy({ state: 'draft', basedOn: draft.basedOn }, inForceOf(draft.number, draft.effectiveFrom))
    : null;
}

/** GET /api/module-categories (MOD-02): in their order, each with the number of modules that the reader sees. */
export async function listCategories(
  db: Kysely<DB>,
  reach: Reach,
): Promise<ResponseInput<typeof modulesContract.categories>> {
  const { rows } = await sql<ResponseInput<typeof modulesContract.categories>[number]>`
    with seen as (
      select m.category_id, count(*)::int as modules from training_modules m ${versionsToShow(reach)}
      where m.content_type <> 'placeholder' and ${listCondition(reach)} group by m.category_id
    )
    select cat.id, cat.name, cat.color_index, cat.position, coalesce(s.modules, 0) as module_count
    from module_categories cat left join seen s on s.category_id = cat.id
    order by cat.position, cat.id
  `.execute(db);
  return rows;
}
