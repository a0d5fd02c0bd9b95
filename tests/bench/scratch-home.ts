// scratch: profile
import { learnerContents } from './learner-world.ts';
import { makeOwnWorlds } from './own-world.ts';
import { startFloor } from './floor-process.ts';
import autocannon from 'autocannon';
const { worlds, close } = await makeOwnWorlds([learnerContents(Number(process.argv[2] ?? 300))], console.log);
const w = worlds[0]!;
const floor = await startFloor('home-server.ts', { DATABASE_URL: w.databaseUrl });
console.log(
  JSON.stringify({
    url: w.productUrl,
    floor: floor.url,
    cookie: w.cookie,
    db: w.databaseUrl,
    pid: w.product.pid,
    person: w.personId,
  }),
);
const run = async (url: string, s = 4) => {
  const r = await autocannon({ url, connections: 8, duration: s, headers: { cookie: w.cookie } });
  return `${(r.requests.total / r.duration).toFixed(0)}/s p50 ${r.latency.p50} p99 ${r.latency.p99} err ${r.errors + r.non2xx}`;
};
await run(w.productUrl + '/api/home', 3);
await run(floor.url + '/api/home', 3);
console.log('home', await run(w.productUrl + '/api/home'));
console.log('floor', await run(floor.url + '/api/home'));
const four = [
  '/api/auth/user',
  '/api/assignments/user?limit=1000&sort=due',
  '/api/dashboard/user-stats',
  '/api/hr/own/open',
];
const headers = { cookie: w.cookie };
const old = async (seconds: number) => {
  let n = 0;
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (performance.now() < end) {
        await (await fetch(w.productUrl + four[0]!, { headers })).arrayBuffer();
        await Promise.all(
          four.slice(1).map(async (p) => (await fetch(w.productUrl + p, { headers })).arrayBuffer()),
        );
        n += 1;
      }
    }),
  );
  return (n / seconds).toFixed(0);
};
await old(2);
console.log('four calls', await old(4), '/s');
if (process.argv[3] === 'hold') await new Promise((r) => process.once('SIGTERM', r));
await floor.stop();
await close();
