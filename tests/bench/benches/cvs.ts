import { againstSql, type Question } from '../against-sql.ts';
import type { Also, Bench } from '../bench.ts';
import { floorSql } from '../floor-sql.ts';
import { cvContents } from '../hr-world.ts';
import { makeOwnWorlds } from '../own-world.ts';

const people = 100_000;
const pageLength = 50;
const list = `/api/hr/cvs?limit=${String(pageLength)}`;
const floor = {
  page: floorSql('cvs-page.sql'),
  total: floorSql('cvs-total.sql'),
  state: floorSql('cvs-state.sql'),
};

const asked = (
  what: string,
  path: string,
  narrowed: (text: string) => string = (text) => text,
): Question => ({
  what,
  path,
  sql: (pool) =>
    Promise.all([pool.query(narrowed(floor.page), [pageLength, 0]), pool.query(narrowed(floor.total))]),
});

const everybody = asked('first page of everybody', list);
const narrower: readonly Question[] = [
  asked('CVs that have expired', `${list}&state=expired`, (text) =>
    text.replace('and true', () => `and ${floor.state} = 'expired'`),
  ),
  asked('search in names and emails', `${list}&q=Last431`, (text) =>
    text.replace(
      'and true',
      `and (coalesce(u.first_name || ' ', '') || coalesce(u.last_name, '') ilike '%Last431%' or u.email ilike '%Last431%')`,
    ),
  ),
];

/** The CV repository at 100,000 people, a state and a search, against its SQL (HR-02, PERF-01). */
export const cvs: Bench = {
  name: 'cvs',
  title: 'CV list of 100,000 people, first page, against its own SQL by raw pg and an empty signed-in call',
  limit: 1.5,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, say }) => {
    const { worlds, close } = await makeOwnWorlds([cvContents(people)], say);
    try {
      const [world] = worlds;
      if (!world) throw new Error('there are no CVs');
      const first = await againstSql(world, everybody, { rounds, say });
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
