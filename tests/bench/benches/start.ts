import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { startEmbedded } from '#server/platform/postgres/embedded.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startProduct } from '#tests/harness/product.ts';
import type { Bench } from '../bench.ts';
import { compare, interleave, ms, timed } from '../measure.ts';
import { packagesBelow } from '../packages.ts';

const importer = path.join(import.meta.dirname, '../floors/import-packages.ts');
const entry = path.resolve(import.meta.dirname, '../../../server/cli/serve.ts');

/** Start to ready on the demo's data, against the database's own start and Node.js importing the same packages (PERF-01). */
export const start: Bench = {
  name: 'start',
  title:
    "Start to ready on existing data, against the database's own start and Node.js importing the same packages",
  limit: 3,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, say }) => {
    const folder = temporaryFolder();
    const dataDir = path.join(folder.dir, 'data');
    const packages = packagesBelow(entry);
    say(`  ${String(packages.length)} packages: ${packages.join(', ')}`);
    const ready = async (): Promise<number> => {
      const begun = performance.now();
      const product = await startProduct({ DATA_DIR: dataDir, DEMO: '1' });
      const time = performance.now() - begun;
      product.kill('SIGTERM');
      await product.ended;
      return time;
    };
    const floor = async (): Promise<number> => {
      const begun = performance.now();
      const embedded = await startEmbedded({ dataDir: path.join(dataDir, 'postgres') });
      const database = performance.now() - begun;
      await embedded.stop();
      return database + (await timed(() => promisify(execFile)(process.execPath, [importer, ...packages])));
    };
    try {
      // The first start makes the data, the next one fills the cache of compiled modules.
      await ready();
      await ready();
      await floor();
      const result = compare(await interleave(rounds, ready, floor, say));
      return { value: result.ratio, product: ms(result.product), floor: ms(result.floor) };
    } finally {
      folder.remove();
    }
  },
};
