import { trendDays } from '#shared/domain/compliance/periods.ts';
import { againstSql, pathTimes, type Question } from '../against-sql.ts';
import type { Also, Bench } from '../bench.ts';
import { figuresContents, whenFolded } from '../figures-world.ts';
import { floorSql } from '../floor-sql.ts';
import { oneConnection } from '../http-load.ts';
import { trainingsEach } from '../learner-world.ts';
import { compare, interleave, medianOf } from '../measure.ts';
import { makeOwnWorlds, type OwnWorld } from '../own-world.ts';

const floor = {
  names: floorSql('compliance-names.sql'),
  figures: floorSql('compliance-figures.sql'),
  people: floorSql('compliance-people.sql'),
  days: floorSql('compliance-days.sql'),
  total: floorSql('dashboard-total.sql'),
  organizations: floorSql('dashboard-organizations.sql'),
  activity: floorSql('dashboard-activity.sql'),
  reportNames: floorSql('report-names.sql'),
  reportFigures: floorSql('report-figures.sql'),
  reportPage: floorSql('report-page.sql'),
  reportCount: floorSql('report-count.sql'),
  reminders: floorSql('reminder-info.sql'),
};
const direct = floorSql('figures-direct.sql');

const period = '30d';

const compliance: Question = {
  what: 'compliance dashboard',
  path: `/api/compliance/metrics?period=${period}`,
  sql: (pool) =>
    Promise.all([
      pool
        .query<{ id: number | null; today: string }>(floor.names)
        .then(({ rows }) =>
          pool.query(floor.days, [
            trendDays(period, rows.find(({ id }) => id === null)?.today ?? '2026-01-01'),
          ]),
        ),
      pool.query(floor.figures),
      pool.query(floor.people, [10, 10, 0]),
    ]),
};

const dashboard: Question = {
  what: 'Training Dashboard, its three calls',
  path: ['/api/dashboard/stats', '/api/dashboard/organizations', '/api/dashboard/recent-activity'],
  sql: async (pool) => {
    await pool.query(floor.total);
    await Promise.all([pool.query(floor.names), pool.query(floor.organizations)]);
    await pool.query(floor.activity);
  },
};

const reportLength = 50;

/** What the screen asks first: the order by names, and the evidence of no completion, because none has a record here. */
const firstPage: Question = {
  what: 'Completion report, its first page',
  path: `/api/reports/completion?limit=${String(reportLength)}`,
  sql: (pool) =>
    Promise.all([
      pool.query(floor.reportNames),
      pool.query(floor.reportFigures),
      pool.query(floor.reportPage, [reportLength, 0]),
      pool.query(floor.reportCount),
    ]),
};

/** The people of the reminder dialog, of everybody: who has something overdue (REM-01). */
const reminders: Question = {
  what: 'Reminder dialog, whom it is for',
  path: `/api/users/reminder-info?type=overdue_compliance&limit=${String(reportLength)}`,
  sql: (pool) => pool.query(floor.reminders, [reportLength, 0]),
};

/** A call, or several after each other, against the same figures counted over all assignments. */
async function againstDirect(
  world: OwnWorld,
  path: string | readonly string[],
  rounds: number,
  say: (line: string) => void,
): Promise<number> {
  const connection = oneConnection(world.cookie);
  const askAll = async (): Promise<void> => {
    for (const one of [path].flat()) await connection.call(world.productUrl + one);
  };
  try {
    say('  against counting all assignments');
    const pairs = await interleave(
      Math.min(rounds, 3),
      () => medianOf(5, askAll),
      () => medianOf(1, () => world.pool.query(direct)),
      say,
    );
    return compare(pairs).ratio;
  } finally {
    connection.close();
  }
}

/** Its summary and who has the most overdue: everything that counts all assignments. */
const reportPath = '/api/reports/completion?limit=1&sort=-overdue';

/** The world and one of a tenth of the people. */
const contents = (people: number) => [Math.max(1, Math.round(people / 10)), people].map(figuresContents);

const title = 'Compliance dashboard against its own SQL by raw pg and an empty signed-in call';

/** Both dashboards at many assignments, against their own SQL, against counting directly, and against a tenth of the rows (CMP-03, PERF-01). */
export const figures: Bench = {
  name: 'figures',
  title,
  limit: 1.5,
  direction: 'at most',
  unit: '×',
  sizes: [10_000, 100_000],
  contents,
  measure: async ({ rounds, say, people }) => {
    const { worlds, close } = await makeOwnWorlds(contents(people), say);
    const [small, large] = worlds;
    if (!small || !large) throw new Error('there are no trainings');
    try {
      for (const world of [small, large])
        say(`  folded, and a year of days worked out, after ${(await whenFolded(world)).toFixed(0)} s`);
      const options = { rounds, say };
      const first = await againstSql(large, compliance, options);
      const second = await againstSql(large, dashboard, options);
      const third = await againstSql(large, firstPage, options);
      const fourth = await againstSql(large, reminders, options);
      const path = String(compliance.path);
      const counted = await againstDirect(large, path, rounds, say);
      const board = await againstDirect(large, dashboard.path, rounds, say);
      const report = await againstDirect(large, reportPath, rounds, say);
      const page = await againstDirect(large, firstPage.path, rounds, say);
      const growth = async (of: Question['path']) => {
        const ratios: number[] = [];
        for (const one of [of].flat()) ratios.push(await pathTimes(one, large, small, options));
        return Math.max(...ratios);
      };
      const also: Also[] = [
        { what: `${dashboard.what}, against their own SQL`, value: second.ratio, limit: 1.5, unit: '×' },
        { what: `${firstPage.what}, against its own SQL`, value: third.ratio, limit: 1.5, unit: '×' },
        { what: `${reminders.what}, against its own SQL`, value: fourth.ratio, limit: 1.5, unit: '×' },
        {
          what: 'Compliance dashboard against counting all assignments',
          value: counted,
          limit: 0.1,
          unit: '×',
        },
        {
          what: `${dashboard.what}, against counting all assignments`,
          value: board,
          limit: 0.1,
          unit: '×',
        },
        {
          what: 'Completion report, its summary and who has the most overdue, against counting all assignments',
          value: report,
          limit: 0.1,
          unit: '×',
        },
        {
          what: `${firstPage.what}, against counting all assignments`,
          value: page,
          limit: 0.1,
          unit: '×',
        },
        {
          what: 'Compliance dashboard against the same with a tenth of the rows',
          value: await growth(path),
          limit: 2,
          unit: '×',
        },
        {
          what: 'Training Dashboard, the slowest of its calls against the same with a tenth of the rows',
          value: await growth(dashboard.path),
          limit: 2,
          unit: '×',
        },
        {
          what: `${firstPage.what} against the same with a tenth of the rows`,
          value: await growth(firstPage.path),
          limit: 2,
          unit: '×',
        },
      ];
      const assignments = (people * trainingsEach).toLocaleString('en');
      return {
        value: first.ratio,
        product: first.product,
        floor: first.floor,
        title: `${title}, ${assignments} assignments`,
        also,
      };
    } finally {
      await close();
    }
  },
};
