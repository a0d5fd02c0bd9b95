import { againstSql } from '../against-sql.ts';
import type { Bench } from '../bench.ts';
import { floorSql } from '../floor-sql.ts';
import { learnerContents } from '../figures-world.ts';
import { trainingsEach } from '../learner-world.ts';
import { makeOwnWorlds } from '../own-world.ts';

/** As My Training asks for them. */
const limit = 1000;
const paths = [`/api/assignments/user?limit=${String(limit)}&sort=due`, '/api/dashboard/user-stats'];
const floor = { page: floorSql('learner-page.sql'), stats: floorSql('learner-stats.sql') };
const title =
  'My Training of one person, list and figures, against their own SQL by raw pg and empty signed-in calls';

/** The dashboard of one learner among many, against its own SQL (LRN-01, PERF-01). */
export const learner: Bench = {
  name: 'learner',
  title,
  limit: 1.5,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, say, people }) => {
    const { worlds, close } = await makeOwnWorlds([learnerContents(people)], say);
    const [world] = worlds;
    if (!world) throw new Error('there are no trainings');
    try {
      const {
        ratio,
        product,
        floor: sql,
      } = await againstSql(
        world,
        {
          what: 'list and figures of one person',
          path: paths,
          sql: async (pool) => {
            await pool.query(floor.page, [world.personId, limit, 0]);
            await pool.query(floor.stats, [world.personId]);
          },
        },
        { rounds, say },
      );
      const assignments = (people * trainingsEach).toLocaleString('en');
      return { value: ratio, product, floor: sql, title: `${title}, ${assignments} assignments` };
    } finally {
      await close();
    }
  },
};
