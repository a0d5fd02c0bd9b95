import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../e2e/chromium.ts';
import { buildPageIfStale } from '../../../scripts/build-page.ts';
import type { Bench } from '../bench.ts';
import { learnerContents } from '../figures-world.ts';
import { trainingsEach } from '../learner-world.ts';
import { median } from '../measure.ts';
import { makeOwnWorlds, type OwnWorld } from '../own-world.ts';

/** How a slow machine is imitated: so many times the work of this one. */
const slowdown = 4;
/** Above this a task blocks who wants to do something, in milliseconds. */
const longestDirectWait = 50;
/** So long without a blocking task, and the page is taken for ready, in milliseconds. */
const quiet = 1500;

/** What one visit cost, in milliseconds since the navigation began. */
interface Visit {
  /** The sum of what each task took above {@link longestDirectWait}. */
  readonly blocking: number;
  /** When the first open training was there. */
  readonly shown: number;
  /** The end of the last blocking task. */
  readonly ready: number;
  /** How far what is seen moved by itself: the browser's own score, 0 where nothing did. */
  readonly moved: number;
}

/** My Training in a browser: how long its code keeps the thread that a click needs, here and on a machine four times as slow (PERF-03). */
export const homePage: Bench = {
  name: 'home-page',
  title: `My Training of one person with ${String(trainingsEach)} trainings in a browser, total blocking time`,
  limit: 150,
  direction: 'at most',
  unit: 'ms',
  measure: async ({ rounds, say }) => {
    if (!(await buildPageIfStale(say))) throw new Error('The page could not be built');
    const { worlds, close } = await makeOwnWorlds([learnerContents(20)], say);
    const [world] = worlds;
    if (!world) throw new Error('there are no trainings');
    const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
    try {
      const fast: Visit[] = [];
      const slow: Visit[] = [];
      // The first ones fill caches of the server.
      await visit(browser, world, 1);
      for (let round = 0; round < rounds; round += 1) {
        fast.push(await visit(browser, world, 1));
        slow.push(await visit(browser, world, slowdown));
        say(`  round ${String(round + 1)}: ${said(fast.slice(-1))}; slowed: ${said(slow.slice(-1))}`);
      }
      const blocking = (visits: readonly Visit[]) => median(visits.map((one) => one.blocking));
      return {
        value: blocking(fast),
        product: said(fast),
        floor: 'none',
        also: [
          {
            what: `Slowed ${String(slowdown)} times (${said(slow)})`,
            value: blocking(slow),
            limit: 600,
            unit: 'ms',
          },
          {
            what: 'Movement of what is seen while it comes',
            value: median([...fast, ...slow].map((one) => one.moved)),
            limit: 0.1,
            unit: 'of 1',
          },
        ],
      };
    } finally {
      await browser.close();
      await close();
    }
  },
};

function said(visits: readonly Visit[]): string {
  const of = (pick: (visit: Visit) => number) => median(visits.map(pick)).toFixed(0);
  return `${of((one) => one.blocking)} ms blocked, shown after ${of((one) => one.shown)}, ready after ${of((one) => one.ready)}`;
}

/** One first visit: nothing is in the browser's cache but what the server says may stay. */
async function visit(browser: Browser, { productUrl, cookie }: OwnWorld, times: number): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: productUrl }]);
    const page = await context.newPage();
    await page.addInitScript(() => {
      const tasks: [number, number][] = [];
      const moves: number[] = [];
      Reflect.set(window, 'blockingTasks', tasks);
      Reflect.set(window, 'moves', moves);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moves.push(Number(Reflect.get(entry, 'value')));
      }).observe({ type: 'layout-shift', buffered: true });
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) tasks.push([startTime, duration]);
      }).observe({ type: 'longtask', buffered: true });
    });
    const cdp: CDPSession = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: times });
    await page.goto(`${productUrl}/employee`, { waitUntil: 'commit' });
    await page
      .getByRole('button', { name: /^(?:Start|Continue|Sign) / })
      .first()
      .waitFor();
    const shown = await page.evaluate(() => performance.now());
    // Every row is there, the completed ones too.
    await page.waitForFunction(
      (rows) => document.querySelectorAll('tbody tr th[scope=row]').length === rows,
      trainingsEach,
    );
    const tasks = await quietTasks(page);
    const moves = await page.evaluate(() => Reflect.get(window, 'moves') as number[]);
    return {
      moved: moves.reduce((sum, one) => sum + one, 0),
      blocking: tasks.reduce((sum, [, duration]) => sum + duration - longestDirectWait, 0),
      shown,
      ready: Math.max(shown, ...tasks.map(([start, duration]) => start + duration)),
    };
  } finally {
    await context.close();
  }
}

/** The blocking tasks, when none came for {@link quiet}. */
async function quietTasks(page: Page): Promise<readonly (readonly [start: number, duration: number])[]> {
  return page.evaluate(async (pause) => {
    const tasks = Reflect.get(window, 'blockingTasks') as [number, number][];
    for (let before = -1; before !== tasks.length;) {
      before = tasks.length;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return tasks;
  }, quiet);
}
