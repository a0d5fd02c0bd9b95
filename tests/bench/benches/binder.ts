import type { Bench } from '../bench.ts';
import { figuresContents } from '../figures-world.ts';
import { liveAbove } from '../live-memory.ts';
import { ms } from '../measure.ts';
import { makeOwnWorlds, type OwnWorld } from '../own-world.ts';

const few = 25;
const many = 100;
/** What a person of a longer binder may cost above one of a shorter one. */
const limit = 1.5;

interface View {
  readonly id: number;
  readonly state: string;
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

/** Requests a binder of the first so many people and waits for it; answers its seconds. */
async function made({ productUrl, cookie, env }: OwnWorld, people: number): Promise<number> {
  const headers = { cookie, origin: env['PUBLIC_URL'] ?? '', 'content-type': 'application/json' };
  const userIds = Array.from({ length: people }, (_, at) => `u_bench_${String(at + 1).padStart(6, '0')}`);
  const asked = await fetch(`${productUrl}/api/binders`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ userIds }),
  });
  if (asked.status !== 201) throw new Error(await asked.text());
  const { id } = (await asked.json()) as View;
  for (;;) {
    const list = (await (await fetch(`${productUrl}/api/exports?limit=20`, { headers })).json()) as View[];
    const found = list.find((one) => one.id === id);
    if (found?.state === 'ready')
      return (Date.parse(found.finishedAt ?? '') - Date.parse(found.createdAt)) / 1000;
    if (found?.state !== 'waiting' && found?.state !== 'running') throw new Error(found?.state ?? 'gone');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Training files of many people in one ZIP, with 25 completions and certificates each (INS-04). */
export const binder: Bench = {
  name: 'binder',
  title: `Binder of ${String(many)} people, time a person against a binder of ${String(few)}`,
  limit,
  direction: 'at most',
  unit: '×',
  measure: async ({ say }) => {
    const { worlds, close } = await makeOwnWorlds([figuresContents(500)], say);
    try {
      const [world] = worlds;
      if (!world) throw new Error('there is no world');
      await made(world, 20);
      const twenty = await made(world, 20);
      say(`  20 people: ${twenty.toFixed(1)} s`);
      const short = (await made(world, few)) / few;
      say(`  ${String(few)} people: ${(short * few).toFixed(1)} s`);
      const long = (await made(world, many)) / many;
      say(`  ${String(many)} people: ${(long * many).toFixed(1)} s`);
      const memory = await liveAbove(
        world.product,
        `memory in use while a binder of ${String(many)} people is written, above that of ${String(few)}`,
        () => made(world, many),
        () => made(world, few),
      );
      return {
        value: long / short,
        product: `${ms(long * 1000)} a person`,
        floor: `${ms(short * 1000)} a person`,
        also: [{ what: 'a binder of 20 people, of 30 s', value: twenty / 30, limit: 1, unit: '×' }, memory],
      };
    } finally {
      await close();
    }
  },
};
