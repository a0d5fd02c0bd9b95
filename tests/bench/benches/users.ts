import type pg from 'pg';
import type { Also, Bench, BenchContext } from '../bench.ts';
import { floorSql } from '../floor-sql.ts';
import { oneConnection } from '../http-load.ts';
import { compare, interleave, median, medianOf, ms } from '../measure.ts';
import { makePeopleWorlds, type PeopleWorld } from '../people-world.ts';
import { typedPool } from '../typed-pool.ts';

const runs = 15;
const pageLength = 50;
const [few, many] = [1000, 100_000];

interface Question {
  readonly what: string;
  /** What is asked for besides the page. */
  readonly query: (world: PeopleWorld) => string;
  readonly page: string;
  /** Where the length is a statement of its own. */
  readonly total?: string;
  readonly values: (world: PeopleWorld) => readonly unknown[];
}

const everybody: Question = {
  what: 'first page of everybody',
  query: () => '',
  page: floorSql('users-page.sql'),
  total: floorSql('users-total.sql'),
  values: () => [],
};

const narrowed: readonly Question[] = [
  {
    what: 'search in names and emails',
    query: () => '&q=Last431',
    page: floorSql('users-search.sql'),
    values: () => ['%Last431%'],
  },
  {
    what: 'inactive people of one organization',
    query: ({ organizationId }) => `&status=inactive&organizationId=${String(organizationId)}`,
    page: floorSql('users-filter.sql'),
    total: floorSql('users-filter-total.sql'),
    values: ({ organizationId }) => [organizationId],
  },
];

/** The call of one question, the empty call, and the same statements by raw pg, at the same time as the product has them. */
function sidesOf(world: PeopleWorld, pool: pg.Pool, question: Question) {
  const connection = oneConnection(world.cookie);
  const values = question.values(world);
  const url = `${world.productUrl}/api/users?limit=${String(pageLength)}${question.query(world)}`;
  return {
    page: () => connection.call(url),
    empty: () => connection.call(`${world.productUrl}/api/version`),
    sql: () =>
      Promise.all([
        pool.query(question.page, [...values, pageLength, 0]),
        ...(question.total === undefined ? [] : [pool.query(question.total, [...values])]),
      ]),
    close: () => connection.close(),
  };
}

/** Medians of the call and of its floor: the same statements and an empty signed-in call. */
async function againstSql(
  world: PeopleWorld,
  pool: pg.Pool,
  question: Question,
  { rounds, say }: BenchContext,
): Promise<{ readonly own: number; readonly floor: number; readonly told: string }> {
  const { page, empty, sql, close } = sidesOf(world, pool, question);
  try {
    say(`  ${question.what}`);
    for (const side of [page, empty, sql]) await medianOf(20, side);
    const empties: number[] = [];
    const pairs = await interleave(
      rounds,
      () => medianOf(runs, page),
      async () => {
        empties.push(await medianOf(runs, empty));
        return medianOf(runs, sql);
      },
      say,
    );
    const { product, floor } = compare(pairs);
    const nothing = median(empties);
    return { own: product, floor: floor + nothing, told: `${ms(floor)} + ${ms(nothing)}` };
  } finally {
    close();
  }
}

/** The same page in both sizes, in turns. */
async function pageTimes(
  small: PeopleWorld,
  large: PeopleWorld,
  pools: readonly [pg.Pool, pg.Pool],
  { rounds, say }: BenchContext,
): Promise<number> {
  const [one, other] = [sidesOf(small, pools[0], everybody), sidesOf(large, pools[1], everybody)];
  try {
    say(`  page of ${many.toLocaleString('en')} : page of ${few.toLocaleString('en')}`);
    for (const side of [one.page, other.page]) await medianOf(20, side);
    const pairs = await interleave(
      rounds,
      () => medianOf(runs, other.page),
      () => medianOf(runs, one.page),
      say,
    );
    return compare(pairs).ratio;
  } finally {
    one.close();
    other.close();
  }
}

/** The list of people at 100,000, its search and filters, against their SQL, and against the same list of 1,000 (USR-07, PERF-01). */
export const users: Bench = {
  name: 'users',
  title:
    'Users & Roles at 100,000 people, first page, against its own SQL by raw pg and an empty signed-in call',
  limit: 1.5,
  direction: 'at most',
  unit: '×',
  measure: async (context) => {
    const { worlds, close } = await makePeopleWorlds([few, many], context.say);
    const [small, large] = worlds;
    if (!small || !large) throw new Error('there are no people');
    const pools = [typedPool(small.databaseUrl), typedPool(large.databaseUrl)] as const;
    try {
      const first = await againstSql(large, pools[1], everybody, context);
      const also: Also[] = [];
      for (const question of narrowed) {
        const { own, floor } = await againstSql(large, pools[1], question, context);
        also.push({ what: `${question.what}, against its SQL`, value: own / floor, limit: 1.5, unit: '×' });
      }
      const ratio = await pageTimes(small, large, pools, context);
      also.push({ what: 'the page at 100,000 people against 1,000', value: ratio, limit: 1.5, unit: '×' });
      return { value: first.own / first.floor, product: ms(first.own), floor: first.told, also };
    } finally {
      await Promise.all(pools.map((pool) => pool.end()));
      await close();
    }
  },
};
