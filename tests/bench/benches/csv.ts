import type { Also, Bench } from '../bench.ts';
import { copyOut } from '../copy-out.ts';
import { floorSql } from '../floor-sql.ts';
import { oneConnection } from '../http-load.ts';
import { assignmentsEach } from '../load-world.ts';
import { compare, interleave, median, ms, timed } from '../measure.ts';
import { watchMemory } from '../memory.ts';
import { typedPool } from '../typed-pool.ts';
import { makeWorld } from '../world.ts';

const rowsInAll = 500_000;
const copySql = floorSql('csv.sql');
const pathFor = (org: 'all' | number): string =>
  `/api/reports/completion/export?format=csv&org=${String(org)}`;
/** What both sides must agree on, though one of them formats and checks and the other does not: the columns, the lines, and how many completions are valid. */
function contents(): { readonly add: (chunk: Buffer) => void; readonly end: () => string } {
  const found = { columns: '', lines: 0, valid: 0 };
  let rest = '';
  return {
    add: (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split(/\r?\n/);
      rest = lines.pop() ?? '';
      found.columns ||= (lines[0] ?? '').replace(/^\u00ef\u00bb\u00bf/, '');
      found.lines += lines.length;
      found.valid += lines.filter((line) => line.endsWith(',valid,')).length;
    },
    end: () => JSON.stringify(found),
  };
}

/** The export of all rows with every signature checked, against a plain sorted COPY of the same columns; memory stays flat (PERF-03, RPT-02). */
export const csv: Bench = {
  name: 'csv',
  title:
    'CSV export of 500,000 rows, every signature checked, against a plain sorted COPY of the same columns',
  limit: 2,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, say }) => {
    const world = await makeWorld(say, rowsInAll / assignmentsEach);
    const { product, database, adminCookie, organizationIds } = world;
    const pool = typedPool(database.url);
    const connection = oneConnection(adminCookie);
    const client = await pool.connect();
    const nothing = (): void => undefined;
    const exported = (onChunk: (chunk: Buffer) => void, org: 'all' | number = 'all') =>
      connection.call(product.url + pathFor(org), { onChunk });
    try {
      // Warm by tenths of the whole: an export that kept its rows would need ten times their memory afterwards.
      for (const id of [...organizationIds, ...organizationIds]) await exported(nothing, id);
      const memory = watchMemory(product.pid, 'peak memory above that after exports of a tenth');
      const own = contents();
      const bytes = await exported(own.add);
      const bare = contents();
      await copyOut(client, copySql, bare.add);
      const [made, wanted] = [own.end(), bare.end()];
      if (made !== wanted) throw new Error(`The export and COPY give different rows: ${made} ${wanted}`);
      const firsts: number[] = [];
      const pairs = await interleave(
        rounds,
        async () => {
          const begun = performance.now();
          let first = 0;
          let seen = 0;
          await exported((chunk) => {
            seen += chunk.length;
            // The names of the columns, which come first, are no row.
            if (seen > 1000) first ||= performance.now() - begun;
          });
          const total = performance.now() - begun;
          firsts.push(first / total);
          return total;
        },
        () => timed(() => copyOut(client, copySql, nothing)),
        say,
      );
      const also: Also[] = [
        memory.grown(),
        { what: 'its first rows, against its total', value: median(firsts), limit: 0.1, unit: '×' },
      ];
      say(`  ${(bytes / 1e6).toFixed(1)} MB, resident ${memory.resident.toFixed(0)} MB after the warm-up`);
      const result = compare(pairs);
      return { value: result.ratio, product: ms(result.product), floor: ms(result.floor), also };
    } finally {
      connection.close();
      client.release();
      await pool.end();
      await world.close();
    }
  },
};
