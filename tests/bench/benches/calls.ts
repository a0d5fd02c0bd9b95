import fs from 'node:fs';
import path from 'node:path';
import { catalogue } from '#shared/contract/catalogue.ts';
import { composeServices } from '#server/compose.ts';
import { sweepRemindersJob } from '#server/domains/reminders/index.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import { createClient } from '#tests/harness/client.ts';
import { signIn } from '#tests/harness/world.ts';
import type { Bench } from '../bench.ts';
import { whenFolded } from '../figures-world.ts';
import { askings, type Asking } from '../growth-calls.ts';
import { growthContents, type Callers } from '../growth-world.ts';
import { oneConnection } from '../http-load.ts';
import { trainingsEach } from '../learner-world.ts';
import { medianOf, ms, timed } from '../measure.ts';
import { makeOwnWorlds, type OwnWorld } from '../own-world.ts';

/** Below so many milliseconds more a call has not grown: the machine has other work too. */
const noise = 3;
const limit = 1.5;
const runs = 5;
/** An answer as long as this, in bytes, is told of. */
const longAnswer = 250_000;

const sizesOf = (people: number): readonly number[] => [1000, 10_000, ...(people > 10_000 ? [people] : [])];

/** A world with the calls of each of its people. */
interface Sized {
  readonly people: number;
  readonly world: OwnWorld;
  readonly asked: readonly Asking[];
  readonly ask: (one: Asking) => Promise<number>;
  readonly close: () => void;
}

/** Every call of the screens at several sizes, each against the size before (PERF-03). */
export const calls: Bench = {
  name: 'calls',
  title: 'Every call of the screens, the one that grows most against a tenth of the assignments',
  limit,
  direction: 'at most',
  unit: '×',
  contents: (people) => sizesOf(people).map(growthContents),
  measure: async ({ rounds, say, people }) => {
    const sizes = sizesOf(people);
    const { worlds, close } = await makeOwnWorlds(sizes.map(growthContents), say);
    const sized: Sized[] = [];
    try {
      for (const [index, world] of worlds.entries()) {
        say(`  folded after ${(await whenFolded(world)).toFixed(0)} s`);
        sized.push(await withCalls(world, sizes[index] ?? 0));
      }
      const sweeps: number[] = [];
      for (const one of sized) sweeps.push(await sweepTime(one.world));
      say(`  reminders.sweep with nothing to send: ${sweeps.map(ms).join(', ')}`);
      const { grown, failed } = await measureAll(sized, rounds);
      grown.push({ what: 'reminders.sweep', times: sweeps, bytes: 0 });
      const told = tell(grown, sized, say);
      if (failed.length > 0) throw new Error(`Calls fail: ${failed.join('\n')}`);
      return told;
    } finally {
      for (const one of sized) one.close();
      await close();
    }
  },
};

async function withCalls(world: OwnWorld, people: number): Promise<Sized> {
  const callers = callersIn(world);
  const connections = new Map<string, ReturnType<typeof oneConnection>>();
  for (const [name, person] of Object.entries(callers)) {
    const client = await signIn(createClient(world.productUrl), person);
    const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
    connections.set(name, oneConnection(cookie));
  }
  return {
    people,
    world,
    asked: await askings(catalogue, world.admin, callers),
    ask: async ({ caller, path }) => (await connections.get(caller)?.call(world.productUrl + path)) ?? 0,
    close: () => connections.forEach((connection) => connection.close()),
  };
}

function callersIn({ others: { admin, manager, learner } }: OwnWorld): Callers {
  if (!admin || !manager || !learner) throw new Error('nobody calls');
  return { admin, manager, learner };
}

/** The job of the product, when it has told everything. */
async function sweepTime({ env }: OwnWorld): Promise<number> {
  const composition = await composeServices(
    loadConfig({ ...env, PORT: '0' }),
    env['DATABASE_URL'] ?? '',
    createLog('error'),
  );
  try {
    const sweep = () => sweepRemindersJob.run(composition.services, {});
    // The first one finds when each person has the next step.
    await sweep();
    return await medianOf(5, sweep);
  } finally {
    await composition.close();
  }
}

/** One call at each size. */
interface Grown {
  readonly what: string;
  /** Milliseconds of the fastest run, in which the machine's other work counts least. */
  readonly times: readonly number[];
  /** Of the answer at the largest size. */
  readonly bytes: number;
}

/** Measures every call; one that fails is named at the end, when the others have been measured. */
async function measureAll(sized: readonly Sized[], rounds: number) {
  const grown: Grown[] = [];
  const failed: string[] = [];
  for (const [index, { id, caller, path }] of (sized[0]?.asked ?? []).entries()) {
    const asked = sized.map((one) => ({ ...one, asking: one.asked[index] }));
    try {
      grown.push({ what: `${id} as ${caller}: ${path}`, ...(await measureOne(asked, rounds)) });
    } catch (error) {
      failed.push(`${id} as ${caller}: ${String(error)}`);
    }
  }
  return { grown, failed };
}

async function measureOne(
  asked: readonly (Sized & { readonly asking: Asking | undefined })[],
  rounds: number,
): Promise<Omit<Grown, 'what'>> {
  const times: number[][] = asked.map(() => []);
  let bytes = 0;
  for (let round = -1; round < rounds; round += 1)
    for (const [size, { ask, asking }] of asked.entries()) {
      if (!asking) throw new Error('it is not asked at each size');
      for (let run = 0; run < (round < 0 ? 2 : runs); run += 1) {
        const time = await timed(async () => {
          bytes = await ask(asking);
        });
        if (round >= 0) times[size]?.push(time);
      }
    }
  return { times: times.map((of) => Math.min(...of)), bytes };
}

/** By how much a call grew from one size to the next; below the noise it has not. */
function growthOf({ times }: Grown): number {
  return Math.max(
    1,
    ...times.slice(1).map((time, index) => {
      const before = times[index] ?? time;
      return time - before <= noise ? 1 : time / before;
    }),
  );
}

function tell(grown: readonly Grown[], sized: readonly Sized[], say: (line: string) => void) {
  const worst = grown.toSorted((a, b) => growthOf(b) - growthOf(a));
  const offenders = worst.filter((one) => growthOf(one) > limit);
  for (const one of offenders)
    say(`  ${growthOf(one).toFixed(1)} ×  ${one.times.map(ms).join(' → ')}  ${one.what}`);
  const long = grown.filter(({ bytes }) => bytes > longAnswer).toSorted((a, b) => b.bytes - a.bytes);
  for (const { bytes, what } of long) say(`  ${(bytes / 1000).toFixed(0)} kB  ${what}`);
  const file = path.resolve(import.meta.dirname, '../../../.cache/calls.json');
  fs.writeFileSync(file, `${JSON.stringify(worst, null, 2)}\n`);
  say(
    `  ${String(offenders.length)} of ${String(grown.length)} grow; all of them with the bytes of their answers stand in .cache/calls.json`,
  );
  const [first] = worst;
  if (!first) throw new Error('there are no calls');
  const counts = sized.map(({ people }) => (people * trainingsEach).toLocaleString('en'));
  return {
    value: growthOf(first),
    product: `${ms(first.times.at(-1) ?? 0)}, ${first.what.split(' ')[0] ?? ''}`,
    floor: ms(first.times.at(-2) ?? 0),
    title: `${calls.title}, ${counts.join(', ')} assignments`,
  };
}
