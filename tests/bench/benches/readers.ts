import { setTimeout as sleep } from 'node:timers/promises';
import { FIXTURE_PASSWORD } from '#tests/harness/world.ts';
import type { Bench } from '../bench.ts';
import { startFloor } from '../floor-process.ts';
import { oneConnection } from '../http-load.ts';
import { compare, interleave, ms, timed } from '../measure.ts';

const readersInAll = 200;
/** How often each of them opens a page, in milliseconds. */
const every = 10_000;
const signIns = 40;

/** What the dashboard, the report, the library and the list of people ask for when they are opened. */
const pages: readonly (readonly string[])[] = [
  ['/api/auth/user', '/api/dashboard/stats', '/api/notifications?limit=10'],
  ['/api/auth/user', '/api/reports/completion?limit=20', '/api/organizations'],
  [
    '/api/auth/user',
    '/api/training-modules?retired=false&sort=group&limit=60&offset=0',
    '/api/notifications?limit=10',
  ],
  ['/api/auth/user', '/api/users?limit=50', '/api/organizations'],
];

const percentile95 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? 0;

/** The cookie of a new session. */
async function sessionOf(url: string, body: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (!answer.ok) throw new Error(`sign-in: ${String(answer.status)} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** The p95 of sign-in in milliseconds while thirty PDFs of the list of people are written (REGULATION F20). */
async function besidePdfs(url: string, session: string, p95: () => Promise<number>): Promise<number> {
  const path = '/api/exports/download?dataSet=people&format=pdf&columns=last_name,email,role';
  const written = Promise.all(
    Array.from({ length: 30 }, async () => {
      const answer = await fetch(url + path, { headers: { cookie: session } });
      if (!answer.ok) throw new Error(`PDF: ${String(answer.status)} ${await answer.text()}`);
      await answer.arrayBuffer();
    }),
  );
  const [found] = await Promise.all([p95(), written]);
  return found;
}

/** Sign-in beside 200 readers who open a page each ten seconds, against an idle bare server that only verifies the password (PERF-03). */
export const readers: Bench = {
  name: 'readers',
  title:
    'p95 of sign-in with 200 signed-in readers with a page each 10 s, against an idle bare server with one Argon2 verification',
  limit: 5,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, world, say }) => {
    const { product, adminUser } = await world();
    const body = JSON.stringify({ email: adminUser.email, password: FIXTURE_PASSWORD });
    const connection = oneConnection();
    const sessions: string[] = [];
    for (let reader = 0; reader < readersInAll; reader += 1)
      sessions.push(await sessionOf(product.url, body));
    const bare = await startFloor('sign-in-server.ts', { PASSWORD: FIXTURE_PASSWORD });
    const p95 = async (url = `${product.url}/api/auth/login`): Promise<number> => {
      const times: number[] = [];
      for (let call = 0; call < signIns; call += 1) {
        times.push(await timed(() => connection.call(url, { method: 'POST', body })));
        await sleep(100);
      }
      return percentile95(times);
    };
    const beside = async (): Promise<number> => {
      const stop = new AbortController();
      const begun = performance.now();
      let opened = 0;
      const read = async (number: number): Promise<void> => {
        const own = oneConnection(sessions[number]);
        try {
          await sleep((every * number) / readersInAll, undefined, { signal: stop.signal });
          for (let turn = number; !stop.signal.aborted; turn += 1) {
            const time = await timed(async () => {
              for (const path of pages[turn % pages.length] ?? []) await own.call(product.url + path);
            });
            opened += 1;
            await sleep(Math.max(0, every - time), undefined, { signal: stop.signal });
          }
        } catch (error) {
          if (!stop.signal.aborted) throw error;
        } finally {
          own.close();
        }
      };
      const all = Promise.all(Array.from({ length: readersInAll }, (_, number) => read(number)));
      // Each of them has come before it is measured.
      const measured = sleep(every).then(() => p95());
      const found = await Promise.race([measured, all.then(() => measured)]);
      stop.abort();
      await all;
      say(`  ${(opened / ((performance.now() - begun) / 1000)).toFixed(1)} pages a second`);
      return found;
    };
    try {
      say(`  p95 of sign-in on the idle product: ${ms(await p95())}`);
      await p95(bare.url);
      const result = compare(await interleave(rounds, beside, () => p95(bare.url), say));
      const pdfs = await besidePdfs(product.url, sessions[0] ?? '', p95);
      return {
        value: result.ratio,
        product: ms(result.product),
        floor: ms(result.floor),
        also: [
          {
            what: 'p95 of sign-in while thirty PDFs are written (F20)',
            value: pdfs,
            limit: 1000,
            unit: 'ms',
          },
        ],
      };
    } finally {
      connection.close();
      await bare.stop();
    }
  },
};
