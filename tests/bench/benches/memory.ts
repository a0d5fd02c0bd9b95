import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct } from '#tests/harness/product.ts';
import type { Bench } from '../bench.ts';
import { megabytesPerSecond, oneConnection } from '../http-load.ts';
import { residentMemory } from '../memory.ts';

const seconds = 30;
const connections = 8;

/** What administrators ask for all day, several at a time. */
const lists: readonly string[] = [
  '/api/dashboard/stats',
  '/api/dashboard/organizations',
  '/api/compliance/metrics?period=30d',
  '/api/reports/completion?limit=50',
  '/api/users?limit=50',
  '/api/training-modules?retired=false&sort=group&limit=60&offset=0',
  '/api/users/reminder-info?type=overdue_compliance&limit=50',
  '/api/hr/cvs?limit=50',
];

/** Asks for the lists in turns over some connections, for a while. */
async function askForLists(url: string, cookie: string): Promise<number> {
  const begun = performance.now();
  let calls = 0;
  const ask = async (first: number): Promise<void> => {
    const connection = oneConnection(cookie);
    for (let turn = first; performance.now() - begun < seconds * 1000; turn += 1) {
      await connection.call(url + (lists[turn % lists.length] ?? ''));
      calls += 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => ask(index)));
  return calls;
}

/**
 * Resident memory of a server that has just started, and after a mixed load: lists, an export of everything as CSV, downloads.
 * The limits are those of a machine of 1 GB, on which PostgreSQL and the system need the other half (PERF-03).
 */
export const memory: Bench = {
  name: 'memory',
  title: 'Resident memory of `serve` after a mixed load of lists, an export of 100,000 rows and downloads',
  limit: 512,
  direction: 'at most',
  unit: 'MB',
  measure: async ({ world, say }) => {
    const { env, adminCookie, file } = await world();
    const product = await startProduct(env);
    try {
      // What it reads and does once after its start is over then.
      await sleep(10_000);
      const idle = residentMemory(product.pid);
      const calls = await askForLists(product.url, adminCookie);
      const connection = oneConnection(adminCookie);
      await connection.call(`${product.url}/api/reports/completion/export?format=csv&org=all`);
      connection.close();
      await megabytesPerSecond(product.url, adminCookie, { readers: 4, seconds: 4, parts: [file] });
      say(`  ${String(calls)} lists, an export, downloads of four seconds`);
      const value = residentMemory(product.pid);
      return {
        value,
        product: `${value.toFixed(0)} MB`,
        floor: 'none',
        also: [
          { what: 'ten seconds after its start, without any request', value: idle, limit: 256, unit: 'MB' },
        ],
      };
    } finally {
      product.kill('SIGTERM');
      await product.ended;
    }
  },
};
