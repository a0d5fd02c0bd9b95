import type pg from 'pg';
import type { Bench } from '../bench.ts';
import { floorSql } from '../floor-sql.ts';
import { oneConnection } from '../http-load.ts';
import { interleave, median, medianOf, ms } from '../measure.ts';
import { typedPool } from '../typed-pool.ts';

const runs = 7;
const pageLength = 100;

const statement = {
  organizations: floorSql('report-organizations.sql'),
  page: floorSql('report-page.sql'),
  count: floorSql('report-count.sql'),
  records: floorSql('report-records.sql'),
  signatures: floorSql('report-signatures.sql'),
  contents: floorSql('report-contents.sql'),
};

interface PageRow {
  readonly assignments: readonly { readonly recordId: number | null }[];
}

/** The same statements by raw pg, at the same time where the product has them at the same time. */
async function onlySql(pool: pg.Pool): Promise<number> {
  const [, page] = await Promise.all([
    pool.query(statement.organizations),
    pool.query<PageRow>(statement.page, [pageLength, 0]),
    pool.query(statement.count),
  ]);
  const records = page.rows.flatMap((row) => row.assignments.flatMap(({ recordId }) => recordId ?? []));
  const [found] = await Promise.all([
    pool.query<{ module_version_id: number }>(statement.records, [records]),
    pool.query(statement.signatures, [records]),
  ]);
  const versions = [...new Set(found.rows.map((row) => row.module_version_id))];
  await pool.query(statement.contents, [versions]);
  return records.length;
}

/** The first page of the completion report of everybody, against its own SQL and an empty signed-in call (PERF-01). */
export const report: Bench = {
  name: 'report',
  title:
    'Completion report of 5,000 people, first page, against its own SQL by raw pg and an empty signed-in call',
  limit: 1.5,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, world, say }) => {
    const { product, database, adminCookie } = await world();
    const pool = typedPool(database.url);
    const connection = oneConnection(adminCookie);
    const empty = () => connection.call(`${product.url}/api/version`);
    const page = () =>
      connection.call(`${product.url}/api/reports/completion?org=all&limit=${String(pageLength)}`);
    try {
      const signed = await onlySql(pool);
      const bytes = await page();
      say(
        `  ${String(pageLength)} people, ${String(signed)} signed completions, ${(bytes / 1000).toFixed(0)} kB`,
      );
      await medianOf(5, page);
      await medianOf(5, () => onlySql(pool));
      await medianOf(20, empty);
      const empties: number[] = [];
      const pairs = await interleave(
        rounds,
        () => medianOf(runs, page),
        async () => {
          empties.push(await medianOf(runs, empty));
          return medianOf(runs, () => onlySql(pool));
        },
        say,
      );
      const own = median(pairs.map((pair) => pair.product));
      const raw = median(pairs.map((pair) => pair.floor));
      const nothing = median(empties);
      return { value: own / (raw + nothing), product: ms(own), floor: `${ms(raw)} + ${ms(nothing)}` };
    } finally {
      connection.close();
      await pool.end();
    }
  },
};
