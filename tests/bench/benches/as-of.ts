import { setTimeout } from 'node:timers/promises';
import { floorSql } from '../floor-sql.ts';
import type { Also, Bench } from '../bench.ts';
import { pastContents, whenFolded } from '../figures-world.ts';
import { oneConnection } from '../http-load.ts';
import { trainingsEach } from '../learner-world.ts';
import { compare, interleave, medianOf, ms } from '../measure.ts';
import { makeOwnWorlds, type OwnWorld } from '../own-world.ts';

const direct = floorSql('figures-direct.sql');

/** A day before most of what the world has was completed, and after which each training changed. */
const asOf = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10);

const calls: readonly (readonly [what: string, path: string])[] = [
  ['Compliance dashboard', `/api/compliance/metrics?asOf=${asOf}`],
  ['Completion report, first page', `/api/reports/completion?limit=50&asOf=${asOf}`],
  [
    'Completion report, who has the most overdue',
    `/api/reports/completion?limit=1&sort=-overdue&asOf=${asOf}`,
  ],
];

/** Asks until the day is counted; answers the seconds of the first answer and of all of them. */
async function whenAnswered({ productUrl, cookie }: OwnWorld, path: string) {
  const begun = performance.now();
  let first = 0;
  for (;;) {
    const answer = await fetch(productUrl + path, { headers: { cookie } });
    const text = await answer.text();
    first ||= (performance.now() - begun) / 1000;
    if (answer.status === 200) return { first, all: (performance.now() - begun) / 1000 };
    if (!text.includes('PREPARING')) throw new Error(text);
    await setTimeout(1000);
  }
}

/** Of fewer people a day is counted from the history whenever it is asked for: nothing of it is kept. */
const leastPeople = 12_000;

const title = 'Compliance of everybody as of a day against counting all assignments as they are now';

/** Reports of everybody as of a day (RPT-04, PERF-01): how long the first one takes, and then each. */
export const asOfBench: Bench = {
  name: 'as-of',
  title,
  limit: 0.5,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, say, people: wished }) => {
    const people = Math.max(leastPeople, wished);
    const { worlds, close } = await makeOwnWorlds([pastContents(people)], say);
    const [world] = worlds;
    if (!world) throw new Error('there is no world');
    try {
      await whenFolded(world);
      for (const [what, path] of calls) {
        const { first, all } = await whenAnswered(world, path);
        say(`  ${what}: first answer after ${first.toFixed(1)} s, figures after ${all.toFixed(1)} s`);
      }
      const connection = oneConnection(world.cookie);
      const found: (Also & { readonly product: string; readonly floor: string })[] = [];
      try {
        for (const [what, path] of calls) {
          say(`  ${what}`);
          const pairs = await interleave(
            Math.min(rounds, 3),
            () => medianOf(1, () => connection.call(world.productUrl + path)),
            () => medianOf(1, () => world.pool.query(direct)),
            say,
          );
          const { product, floor, ratio } = compare(pairs);
          found.push({
            what: `${what}, as of a day`,
            value: ratio,
            limit: 0.5,
            unit: '×',
            product: ms(product),
            floor: ms(floor),
          });
        }
      } finally {
        connection.close();
      }
      const [first, ...rest] = found;
      if (!first) throw new Error('nothing was measured');
      return {
        value: first.value,
        product: first.product,
        floor: first.floor,
        title: `${title}, ${(people * trainingsEach).toLocaleString('en')} assignments`,
        also: rest.map(({ what, value, limit, unit }) => ({ what, value, limit, unit })),
      };
    } finally {
      await close();
    }
  },
};
