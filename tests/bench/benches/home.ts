import type { Bench } from '../bench.ts';
import { startFloor } from '../floor-process.ts';
import { requestsPerSecond } from '../http-load.ts';
import { learnerContents } from '../figures-world.ts';
import { trainingsEach } from '../learner-world.ts';
import { compare, interleave } from '../measure.ts';
import { makeOwnWorlds, type OwnWorld } from '../own-world.ts';

const load = { connections: 8, seconds: 4 };
const path = '/api/home';

/** What both sides answer, as far as it is compared. */
interface Home {
  readonly trainings: readonly {
    readonly id: number;
    readonly signature?: { readonly state: string } | null;
  }[];
}

/** My Training of one learner among many, eight at a time, against a bare prepared server for the same rows (PERF-03). */
export const home: Bench = {
  name: 'home',
  title:
    'My Training in one call, eight at a time, time a home against a bare Fastify with two prepared statements',
  limit: 4,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, say, people }) => {
    const { worlds, close } = await makeOwnWorlds([learnerContents(people)], say);
    const [world] = worlds;
    if (!world) throw new Error('there are no trainings');
    const floor = await startFloor('home-server.ts', { DATABASE_URL: world.databaseUrl });
    try {
      await requireSameRows(world, floor.url);
      const rate = (origin: string, seconds = load.seconds) =>
        requestsPerSecond(origin + path, world.cookie, { ...load, seconds });
      for (const origin of [world.productUrl, floor.url]) await rate(origin, 3);
      const { product, floor: bare } = compare(
        await interleave(
          rounds,
          () => rate(world.productUrl),
          () => rate(floor.url),
          say,
        ),
      );
      return {
        value: bare / product,
        product: `${product.toFixed(0)}/s`,
        floor: `${bare.toFixed(0)}/s`,
      };
    } finally {
      await floor.stop();
      await close();
    }
  },
};

/** Both sides answer the same trainings, and every completion of the product is signed and valid. */
async function requireSameRows({ productUrl, cookie }: OwnWorld, floorUrl: string): Promise<void> {
  const rowsOf = async (origin: string): Promise<Home['trainings']> => {
    const response = await fetch(origin + path, { headers: { cookie } });
    if (!response.ok) throw new Error(`${origin}${path}: ${String(response.status)}`);
    return ((await response.json()) as Home).trainings;
  };
  const [own, bare] = [await rowsOf(productUrl), await rowsOf(floorUrl)];
  const ids = (rows: Home['trainings']) =>
    rows
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
      .join();
  if (own.length !== trainingsEach || ids(own) !== ids(bare))
    throw new Error('the floor answers other trainings');
  const valid = own.filter(({ signature }) => signature?.state === 'valid').length;
  if (valid !== trainingsEach / 2) throw new Error(`${String(valid)} completions are valid`);
}
