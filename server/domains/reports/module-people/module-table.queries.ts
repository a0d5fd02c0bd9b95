import { sql, type Kysely } from 'kysely';
import type { QueryOf, ResponseInput } from '#shared/contract/endpoint.ts';
import type { moduleLibraryContract } from '#shared/contract/module-library.ts';
import { wholeReach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { figureCtes, moduleCounts } from '#server/domains/assignments/index.ts';
import { allStages, filterStages, listModules, moduleFamilies } from '#server/domains/modules/index.ts';
import { orderBy } from '#server/platform/http/order-by.ts';

type Query = QueryOf<typeof moduleLibraryContract.table>;
type Line = ResponseInput<typeof moduleLibraryContract.table>[number];
type Figures = Pick<Line, 'assigned' | 'completed' | 'overdue' | 'expired' | 'owner'>;

const counted = {
  assigned: sql`coalesce(f.assigned, 0)`,
  completed: sql`coalesce(f.completed, 0)`,
  overdue: sql`coalesce(f.overdue, 0)`,
  expired: sql`coalesce(f.expired, 0)`,
};

const keys = {
  title: sql`lower(c.title)`,
  category: sql`lower(c.category)`,
  version: sql`c.version`,
  draft: sql`c.draft`,
  effectiveFrom: sql`c.effective_from`,
  owner: sql`lower(c.owner)`,
  updatedAt: sql`c.updated_at`,
  ...counted,
};

/** Returns a page of the library as a table (MOD-01), with the maintained figures of its modules. */
export async function listModuleTable(
  db: Kysely<DB>,
  { limit, offset, sort = 'title', ...filters }: Query,
): Promise<{ readonly items: readonly Line[]; readonly total: number }> {
  const stages = allStages(filterStages(wholeReach, filters, await moduleFamilies(db)));
  const order = orderBy(sort, keys, 'title', sql`lower(c.title), c.id`);
  const chosen = sql`chosen as materialized (
    select m.id, m.title, cat.name as category, v.number as version, v.effective_from, m.updated_at,
      (select max(d.number) from module_versions d where d.module_id = m.id and d.status = 'draft') as draft,
      coalesce(nullif(btrim(m.content_creator), ''), nullif(concat_ws(' ', w.first_name, w.last_name), '')) as owner
    from training_modules m
    left join module_versions v on v.id = m.current_version_id
    left join module_categories cat on cat.id = m.category_id
    left join users w on w.id = m.created_by
    where m.content_type <> 'placeholder' and ${stages}
  )`;
  const byFigures = Object.keys(counted).includes(sort.replace(/^-/, ''));
  const figures = sql`figures as materialized (${moduleCounts(byFigures ? sql`select id from chosen` : sql`select id from page`)})`;
  const page = sql`page as materialized (
    select c.id, c.owner, row_number() over (order by ${order}) as place
    from chosen c ${byFigures ? sql`left join figures f on f.module_id = c.id` : sql``}
    order by place limit ${limit} offset ${offset}
  )`;
  const { rows } = await sql<Figures & { id: number | null; total: number }>`
    with ${figureCtes}, ${chosen}, ${byFigures ? sql`${figures}, ${page}` : sql`${page}, ${figures}`}
    select n.total, p.id, p.owner, coalesce(f.assigned, 0) as assigned, coalesce(f.completed, 0) as completed,
      coalesce(f.overdue, 0) as overdue, coalesce(f.expired, 0) as expired
    from (select count(*)::int as total from chosen) n
    left join page p on true left join figures f on f.module_id = p.id
    order by p.place`.execute(db);
  const found = rows.flatMap(({ id, assigned, completed, overdue, expired, owner }) =>
    id === null ? [] : [{ id, assigned, completed, overdue, expired, owner }],
  );
  const ids = found.map(({ id }) => id);
  const { items } = await listModules(db, wholeReach, { ids, sort: 'id', limit: ids.length, offset: 0 });
  const byId = new Map(items.map((item) => [item.id, item]));
  return {
    items: found.flatMap(({ id, ...line }) => {
      const item = byId.get(id);
      return item ? [{ ...item, ...line }] : [];
    }),
    total: rows[0]?.total ?? 0,
  };
}
