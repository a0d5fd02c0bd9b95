import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { backgroundFrom } from '#shared/domain/reports/data-sets.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import type { Also, Bench, BenchContext } from '../bench.ts';
import { figuresContents } from '../figures-world.ts';
import { assignmentsXlsx } from '../floors/assignments-xlsx.ts';
import { peoplePdf } from '../floors/people-pdf.ts';
import { oneConnection } from '../http-load.ts';
import { trainingsEach } from '../learner-world.ts';
import { compare, interleave, median, ms } from '../measure.ts';
import { liveAbove } from '../live-memory.ts';
import { watchMemory } from '../memory.ts';
import { makeOwnWorlds, type OwnWorld } from '../own-world.ts';

const people = 10_000;

interface Finished {
  readonly state: string;
  readonly rowsDone: number;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly size: number | null;
}

/** Asks for an export in the background and waits until its file is there; answers it. */
async function made(
  { productUrl, cookie }: OwnWorld,
  { dataSet, format, org }: { dataSet: string; format: string; org: 'all' | number },
): Promise<Finished> {
  const columns = dataSet === 'people' ? ['last_name', 'first_name', 'email', 'organization', 'role'] : all;
  const asked = await fetch(`${productUrl}/api/exports`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ dataSet, format, columns, filters: { org } }),
  });
  if (asked.status !== 201) throw new Error(`${String(asked.status)} ${await asked.text()}`);
  for (;;) {
    const answer = await fetch(`${productUrl}/api/exports?limit=1`, { headers: { cookie } });
    const [newest] = (await answer.json()) as readonly Finished[];
    if (newest?.state === 'ready') return newest;
    if (newest?.state === 'failed') throw new Error('the export failed');
    await sleep(100);
  }
}

const all = ['organization', 'last_name', 'first_name', 'email', 'module', 'version', 'status', 'due_date'];

const seconds = ({ createdAt, finishedAt }: Finished): number =>
  (Date.parse(finishedAt ?? '') - Date.parse(createdAt)) / 1000;

/** The slowest of the calls that one more reader makes until the work is done. */
async function slowestBeside<T>(
  { productUrl, cookie }: OwnWorld,
  work: Promise<T>,
): Promise<readonly [T, number]> {
  const connection = oneConnection(cookie);
  const times: number[] = [];
  let done = false;
  const ended = work.finally(() => (done = true));
  while (!done) {
    const begun = performance.now();
    await connection.call(`${productUrl}/api/version`);
    times.push(performance.now() - begun);
    await sleep(20);
  }
  connection.close();
  return [await ended, times.toSorted((x, y) => x - y)[Math.ceil(times.length * 0.99) - 1] ?? 0];
}

/** Seconds a person that the floor takes. */
async function bareSeconds({ pool }: OwnWorld, file: string): Promise<number> {
  const begun = performance.now();
  const written = await peoplePdf(pool, file);
  return (performance.now() - begun) / 1000 / written;
}

/** The XLSX of all assignments against its floor, in turns; both have as many rows. */
async function besideXlsxFloor(
  world: OwnWorld,
  file: string,
  { rounds, say }: Pick<BenchContext, 'rounds' | 'say'>,
): Promise<Also> {
  const product = async (): Promise<readonly [number, number]> => {
    const exported = await made(world, { dataSet: 'assignments', format: 'xlsx', org: 'all' });
    return [exported.rowsDone, seconds(exported)];
  };
  const floor = async (): Promise<readonly [number, number]> => {
    const begun = performance.now();
    const rows = await assignmentsXlsx(world.pool, file);
    return [rows, (performance.now() - begun) / 1000];
  };
  const [[wanted], [found]] = [await product(), await floor()];
  if (wanted !== found) throw new Error(`The XLSX has ${String(wanted)} rows, its floor ${String(found)}`);
  const {
    product: own,
    floor: bare,
    ratio,
  } = compare(
    await interleave(
      rounds,
      async () => (await product())[1],
      async () => (await floor())[1],
      say,
    ),
  );
  return {
    what: `XLSX of ${wanted.toLocaleString('en')} rows in the background, against the same cells written by the same writer`,
    value: ratio,
    limit: 3,
    unit: '×',
    times: `${ms(own * 1000)} : ${ms(bare * 1000)}`,
  };
}

/** Exports that are made in the background: a PDF of 10,000 people, and CSV and XLSX of 500,000 rows; memory stays flat (RPT-02, RPT-03). */
export const sheets: Bench = {
  name: 'sheets',
  title: 'PDF of 10,000 people in the background, against the same cells written by the same library',
  limit: 3,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, say }) => {
    if (people < backgroundFrom.pdf) throw new Error('so few people are not exported in the background');
    const { worlds, close } = await makeOwnWorlds([figuresContents(people)], say);
    const folder = temporaryFolder();
    try {
      const [world] = worlds;
      if (!world) throw new Error('there are no people');
      const bareFile = path.join(folder.dir, 'people.pdf');
      await bareSeconds(world, bareFile);
      const [org = 0] = world.organizationIds;
      const small: number[] = [];
      const large: number[] = [];
      const bare: number[] = [];
      const also: Also[] = [];
      // Both formats twice before, so that what the writers keep for good is there.
      for (const format of ['csv', 'xlsx'])
        for (let time = 0; time < 4; time += 1) await made(world, { dataSet: 'assignments', format, org });
      for (const format of ['csv', 'xlsx']) {
        const memory = watchMemory(
          world.product.pid,
          `peak memory of ${format.toUpperCase()} of ${(people * trainingsEach).toLocaleString('en')} rows above that after a twentieth`,
        );
        const [file] = await slowestBeside(
          world,
          made(world, { dataSet: 'assignments', format, org: 'all' }),
        );
        say(`  ${format}: ${String(file.rowsDone)} rows, ${seconds(file).toFixed(1)} s`);
        also.push(memory.grown());
      }
      also.push(await besideXlsxFloor(world, path.join(folder.dir, 'assignments.xlsx'), { rounds, say }));
      // As many as make the heap as large as it becomes by any of them: what grows then grows with the people.
      for (let round = 0; round < Math.max(12, rounds); round += 1) {
        const file = await made(world, { dataSet: 'people', format: 'pdf', org });
        small.push(seconds(file) / file.rowsDone);
      }
      const memory = watchMemory(
        world.product.pid,
        'peak memory of the PDF of 10,000 people above that after a twentieth',
      );
      const waits: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const [file, wait] = await slowestBeside(
          world,
          made(world, { dataSet: 'people', format: 'pdf', org: 'all' }),
        );
        say(`  pdf: ${String(file.rowsDone)} people, ${seconds(file).toFixed(1)} s`);
        large.push(seconds(file) / file.rowsDone);
        bare.push(await bareSeconds(world, bareFile));
        waits.push(wait);
      }
      also.push(
        memory.grown(),
        {
          what: 'time a person, against a PDF of a twentieth of them',
          value: median(large) / median(small),
          limit: 1.5,
          unit: '×',
        },
        await liveAbove(
          world.product,
          'memory in use while the PDF of 10,000 people is made, above that of a twentieth',
          () => made(world, { dataSet: 'people', format: 'pdf', org: 'all' }),
          () => made(world, { dataSet: 'people', format: 'pdf', org }),
        ),
        {
          what: 'p99 of an empty call at the same time',
          value: median(waits),
          limit: 250,
          unit: 'ms',
        },
      );
      const [product, floor] = [median(large), median(bare)];
      return { value: product / floor, product: ms(product * 1000), floor: ms(floor * 1000), also };
    } finally {
      folder.remove();
      await close();
    }
  },
};
