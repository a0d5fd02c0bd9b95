import http from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { Also, Bench } from '../bench.ts';
import { figuresContents, whenFolded } from '../figures-world.ts';
import { makeOwnWorlds } from '../own-world.ts';

const people = 500;
/** What a screen may be told beside its rows, in kB: figures, choices of filters, organizations. */
const beside = 10;

interface Screen {
  readonly what: string;
  /** What it asks for first, of which it waits for all. */
  readonly paths: readonly string[];
  /** Rows that it shows: each may take 1 kB. */
  readonly rows: number;
  readonly who?: 'learner';
}

const screens: readonly Screen[] = [
  {
    what: 'Completion report, a page of 100 people',
    paths: ['/api/reports/completion?limit=100'],
    rows: 120,
  },
  { what: 'Users & Roles, a page of 50', paths: ['/api/users?limit=50', '/api/organizations'], rows: 70 },
  {
    what: 'Library, 60 modules',
    paths: ['/api/training-modules?retired=false&sort=group&limit=60&offset=0'],
    rows: 60,
  },
  {
    what: 'My Training, 50 trainings',
    paths: ['/api/home'],
    rows: 50,
    who: 'learner',
  },
  { what: 'Compliance dashboard', paths: ['/api/compliance/metrics?period=30d'], rows: 60 },
  {
    what: 'Training Dashboard',
    paths: ['/api/dashboard/stats', '/api/dashboard/organizations', '/api/dashboard/recent-activity'],
    rows: 30,
  },
  { what: 'CV repository, a page of 50', paths: ['/api/hr/cvs?limit=50'], rows: 50 },
  {
    what: 'Reminder dialog, a page of 50',
    paths: ['/api/users/reminder-info?type=overdue_compliance&limit=50'],
    rows: 50,
  },
];

/** Bytes of an answer as JSON, and as they came over the wire. */
async function bytesOf(
  url: string,
  cookie: string,
): Promise<{ readonly json: number; readonly wire: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ json: number; wire: number }>();
  const request = http.get(url, { headers: { cookie, 'accept-encoding': 'gzip' } }, (response) => {
    const pieces: Buffer[] = [];
    response.on('data', (piece: Buffer) => pieces.push(piece));
    response.once('end', () => {
      if (response.statusCode !== 200) {
        reject(new Error(`${url}: ${String(response.statusCode)}`));
        return;
      }
      const sent = Buffer.concat(pieces);
      const json = response.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      resolve({ json: json.length, wire: sent.length });
    });
  });
  request.once('error', reject);
  return promise;
}

/** JSON of the first calls of the screens: what a slow processor has to parse before it shows anything (PERF-03). */
export const bytes: Bench = {
  name: 'bytes',
  title: `JSON of the first calls: ${screens[0]?.what ?? ''}`,
  limit: (screens[0]?.rows ?? 0) + beside,
  direction: 'at most',
  unit: 'kB',
  measure: async ({ say }) => {
    const { worlds, close } = await makeOwnWorlds([figuresContents(people)], say);
    const [world] = worlds;
    if (!world) throw new Error('there are no people');
    try {
      await whenFolded(world);
      const found: (Also & { readonly times: string })[] = [];
      for (const { what, paths, rows, who } of screens) {
        const cookie = who === 'learner' ? world.learnerCookie : world.cookie;
        const answers = await Promise.all(paths.map((path) => bytesOf(world.productUrl + path, cookie)));
        const sum = (of: (answer: { json: number; wire: number }) => number) =>
          answers.reduce((total, answer) => total + of(answer), 0) / 1000;
        found.push({
          what,
          value: sum(({ json }) => json),
          limit: rows + beside,
          unit: 'kB',
          times: `${sum(({ wire }) => wire).toFixed(1)} kB over the wire`,
        });
      }
      const [first, ...also] = found;
      if (!first) throw new Error('no screen was measured');
      return { value: first.value, product: first.times, floor: 'none', also };
    } finally {
      await close();
    }
  },
};
