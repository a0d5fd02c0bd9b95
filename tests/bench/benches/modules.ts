import { againstSql, type Question } from '../against-sql.ts';
import type { Also, Bench } from '../bench.ts';
import { floorSql } from '../floor-sql.ts';
import { moduleContents } from '../modules-world.ts';
import { makeOwnWorlds } from '../own-world.ts';

const modulesInAll = 5000;
/** As the page asks for its list: sixty, in the order of the groups, without those that are retired. */
const pageLength = 60;
const list = `/api/training-modules?retired=false&sort=group&limit=${String(pageLength)}&offset=0`;

const floor = {
  families: floorSql('modules-families.sql'),
  page: floorSql('modules-page.sql'),
  count: floorSql('modules-count.sql'),
  files: floorSql('modules-files.sql'),
};

/** A filter as SQL, with its one value. */
type Narrowed = readonly [condition: (parameter: string) => string, value: string];

/** The statements of the list, at the same time where the product has them at the same time. */
const statements =
  (narrowed?: Narrowed): Question['sql'] =>
  async (pool) => {
    const filtered = (text: string, parameter: string) =>
      narrowed ? text.replace('--narrowed', () => `and ${narrowed[0](parameter)}`) : text;
    const values = narrowed ? [narrowed[1]] : [];
    await pool.query(floor.families);
    const [{ rows }] = await Promise.all([
      pool.query<{ version_id: number }>(filtered(floor.page, '$3'), [pageLength, 0, ...values]),
      pool.query(filtered(floor.count, '$1'), values),
    ]);
    await pool.query(floor.files, [rows.map((row) => row.version_id)]);
  };

const everything: Question = { what: 'first page of all modules', path: list, sql: statements() };

const narrower: readonly Question[] = [
  {
    what: 'search in titles, descriptions and references',
    path: `${list}&q=sterile`,
    sql: statements([
      (text) => `(m.title ilike ${text} or m.description ilike ${text} or m.reference ilike ${text})`,
      '%sterile%',
    ]),
  },
  {
    what: 'modules of one category',
    path: `${list}&category=${encodeURIComponent('Quality Affairs')}`,
    sql: statements([
      (name) => `m.category_id = (select id from module_categories where lower(name) = lower(${name}))`,
      'Quality Affairs',
    ]),
  },
];

/** The library at 5,000 modules as its page asks for it, a search and a filter, against their SQL (MOD-01, PERF-01). */
export const modules: Bench = {
  name: 'modules',
  title: 'Library of 5,000 modules, first page, against its own SQL by raw pg and an empty signed-in call',
  limit: 1.5,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, say }) => {
    const { worlds, close } = await makeOwnWorlds([moduleContents(modulesInAll)], say);
    const [world] = worlds;
    if (!world) throw new Error('there are no modules');
    try {
      const first = await againstSql(world, everything, { rounds, say });
      const also: Also[] = [];
      for (const question of narrower) {
        const { ratio } = await againstSql(world, question, { rounds, say });
        also.push({ what: `${question.what}, against its SQL`, value: ratio, limit: 1.5, unit: '×' });
      }
      return { value: first.ratio, product: first.product, floor: first.floor, also };
    } finally {
      await close();
    }
  },
};
