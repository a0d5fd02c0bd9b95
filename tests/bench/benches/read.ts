import type { Bench } from '../bench.ts';
import { startFloor } from '../floor-process.ts';
import { requestsPerSecond } from '../http-load.ts';
import { compare, interleave } from '../measure.ts';

const load = { connections: 20, seconds: 4 };

/** A read of one row with session, permission and reach, against a bare server of the same framework (PERF-01). */
export const read: Bench = {
  name: 'read',
  title:
    'Read of one row with session and access check, requests a second, against a bare Fastify with two prepared statements',
  limit: 0.5,
  direction: 'at least',
  unit: '×',
  measure: async ({ rounds, world, say }) => {
    const { product, database, adminCookie, smallOrganization } = await world();
    const floor = await startFloor('read-server.ts', { DATABASE_URL: database.url });
    try {
      const path = `/api/organizations/${smallOrganization}`;
      await requireSameAnswer(product.url + path, floor.url + path, adminCookie);
      const rate = (origin: string) => () => requestsPerSecond(origin + path, adminCookie, load);
      await requestsPerSecond(product.url + path, adminCookie, { ...load, seconds: 2 });
      await requestsPerSecond(floor.url + path, adminCookie, { ...load, seconds: 2 });
      const result = compare(await interleave(rounds, rate(product.url), rate(floor.url), say));
      return {
        value: result.ratio,
        product: `${result.product.toFixed(0)}/s`,
        floor: `${result.floor.toFixed(0)}/s`,
      };
    } finally {
      await floor.stop();
    }
  },
};

/** Both must do the same work, or the ratio says nothing. */
async function requireSameAnswer(one: string, other: string, cookie: string): Promise<void> {
  const read = async (url: string): Promise<string> => {
    const body = (await (await fetch(url, { headers: { cookie } })).json()) as Record<string, unknown>;
    return JSON.stringify(Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  };
  const [own, bare] = [await read(one), await read(other)];
  if (own !== bare) throw new Error(`The floor answers something else:\n${own}\n${bare}`);
}
