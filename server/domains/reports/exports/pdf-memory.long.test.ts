import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { TableFile, TableRow } from '#server/platform/tables/table-file.ts';
import { tableStream } from './write-table.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** MB in use, without what the collector would take. */
function inUse(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

/** Writes so many people of different names as PDF; answers how much more was in use at the end than before. */
async function grown(people: number): Promise<number> {
  const before = inUse();
  let after = 0;
  async function* batches(): AsyncGenerator<readonly TableRow[]> {
    for (let first = 0; first < people; first += 100)
      yield Array.from({ length: 100 }, (_, index) => {
        const number = String(first + index);
        return [
          `Last${number}`,
          `First${number}`,
          `person${number}@site.example`,
          'Research site',
          'employee',
        ];
      });
    after = inUse();
  }
  const file: TableFile = {
    title: 'People',
    columns: ['last_name', 'first_name', 'email', 'organization', 'role'].map((key) => ({
      key,
      title: key,
      kind: 'text',
    })),
    batches: batches(),
    about: [],
    language: 'en',
    timeZone: 'UTC',
    requestedBy: 'Ada Admin',
    asOf: new Date(0),
  };
  await pipeline(tableStream('pdf', file), new Writable({ write: (_piece, _encoding, done) => done() }));
  return after - before;
}

test('[RPT-03] [PERF-01] the memory of a PDF does not grow with its rows', async () => {
  await grown(100);
  const short = await grown(200);
  // 4,000 people more would be 40 MB if their words were kept.
  expect((await grown(4_200)) - short).toBeLessThan(8);
});
