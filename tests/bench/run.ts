/** `npm run bench [-- NAME … --rounds N --no-readme --strict]`: the benchmarks in ratios, the table of the README, .cache/bench.json (PERF-01). */
import { parseArgs } from 'node:util';
import type { Bench } from './bench.ts';
import { asOfBench } from './benches/as-of.ts';
import { accel } from './benches/accel.ts';
import { assign } from './benches/assign.ts';
import { binder } from './benches/binder.ts';
import { bytes } from './benches/bytes.ts';
import { bombsBench } from './benches/bombs.ts';
import { complete } from './benches/complete.ts';
import { csv } from './benches/csv.ts';
import { calls } from './benches/calls.ts';
import { cvs } from './benches/cvs.ts';
import { directory } from './benches/directory.ts';
import { download } from './benches/download.ts';
import { figures } from './benches/figures.ts';
import { firstScreens } from './benches/first-screens.ts';
import { home } from './benches/home.ts';
import { homePage } from './benches/home-page.ts';
import { learner } from './benches/learner.ts';
import { qualified } from './benches/qualified.ts';
import { read } from './benches/read.ts';
import { readers } from './benches/readers.ts';
import { memory } from './benches/memory.ts';
import { reconcile } from './benches/reconcile.ts';
import { report } from './benches/report.ts';
import { signInBench } from './benches/sign-in.ts';
import { modules } from './benches/modules.ts';
import { sheets } from './benches/sheets.ts';
import { start } from './benches/start.ts';
import { trail } from './benches/trail.ts';
import { upload } from './benches/upload.ts';
import { users } from './benches/users.ts';
import { video } from './benches/video.ts';
import { webhooks } from './benches/webhooks.ts';
import { zip } from './benches/zip.ts';
import { imports } from './benches/imports.ts';
import { holdWorlds } from './own-world.ts';
import { judge, keepResults, missedOf, writeReadme, type Row } from './results.ts';
import { makeWorld, type BenchWorld } from './world.ts';

const benches: readonly Bench[] = [
  ...firstScreens,
  start,
  read,
  signInBench,
  complete,
  download,
  accel,
  video,
  upload,
  bombsBench,
  report,
  users,
  learner,
  home,
  homePage,
  figures,
  asOfBench,
  calls,
  directory,
  imports,
  modules,
  cvs,
  zip,
  csv,
  sheets,
  binder,
  trail,
  qualified,
  readers,
  assign,
  reconcile,
  bytes,
  webhooks,
  memory,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    'no-readme': { type: 'boolean', default: false },
    people: { type: 'string' },
    partial: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    hold: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const people = Number(values.people ?? '2000');
const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0 || !(rounds >= 1) || !(people >= 1)) {
  console.error(
    `Usage: npm run bench -- [${benches.map(({ name }) => name).join(' ')}] [--rounds 5] [--people 2000] [--no-readme] [--partial] [--strict] [--hold]`,
  );
  process.exit(2);
}
const say = (line: string): void => console.log(line);
const chosen = benches.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

let made: Promise<BenchWorld> | undefined;
const world = (): Promise<BenchWorld> => {
  if (!made) say('Making the world …');
  return (made ??= makeWorld(say));
};

if (values.hold) {
  await hold();
  process.exit(0);
}

/** Makes worlds and keeps them until Ctrl-C: those of the benchmarks that are named, for further runs, or the common one, for a profiler. */
async function hold(): Promise<void> {
  const stopped = new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  const contents = chosen.flatMap((bench) => bench.contents?.(people) ?? []);
  if (positionals.length > 0 && contents.length > 0) {
    const close = await holdWorlds(contents, say);
    await stopped;
    await close();
    return;
  }
  // It says how another server of the product is started on it.
  const { env, adminCookie, product, database, close } = await makeWorld(say);
  say(JSON.stringify({ url: product.url, cookie: adminCookie, adminUrl: database.adminUrl, env }, null, 2));
  await stopped;
  await close();
}

/** The rows that a bench states: their names, and people of worlds that can be made larger. */
function rowsOf(bench: Bench): readonly { readonly name: string; readonly people: number }[] {
  if (!bench.sizes || !positionals.includes(bench.name)) return [{ name: bench.name, people }];
  const sizes = values.people === undefined ? bench.sizes : [people];
  return sizes.map((size) => ({ name: `${bench.name}-${String(size)}`, people: size }));
}

/** What a bench found; one that fails, for example as its floor has drifted, does not take the others with it. */
async function measureOne(
  bench: Bench,
  { name, people: size }: { readonly name: string; readonly people: number },
): Promise<Awaited<ReturnType<Bench['measure']>> | undefined> {
  try {
    return await bench.measure({ rounds, world, say, people: size });
  } catch (error) {
    failed.push(name);
    console.error(error);
    return undefined;
  }
}

const said = ({ verdict }: { readonly verdict: string }): string =>
  verdict === 'kept' ? verdict : verdict.toUpperCase();

const rows: Row[] = [];
const failed: string[] = [];
try {
  for (const [bench, stated] of chosen.flatMap((one) => rowsOf(one).map((row) => [one, row] as const))) {
    say(`\n${stated.name}: ${bench.title}`);
    const measured = await measureOne(bench, stated);
    if (!measured) continue;
    const row = { ...judge(bench, measured), name: stated.name };
    rows.push(row);
    // Whatever comes of those that follow, this one is kept.
    await keepResults([row], rounds);
    say(`  ${row.figure}, limit ${row.limit}: ${said(row)}  (${row.product} : ${row.floor})`);
    for (const also of row.also)
      say(
        `  ${also.what}: ${also.figure}, limit ${also.limit}: ${said(also)}${also.times === undefined ? '' : `  (${also.times})`}`,
      );
  }
} finally {
  if (made) await (await made).close();
}
if (!values['no-readme']) await writeReadme(values.partial);
const missed = missedOf(rows);
say(missed.length === 0 ? '\nNo figure misses its limit.' : `\nMISSED, ${String(missed.length)}:`);
for (const line of missed) say(`  ${line}`);
// A busy machine moves figures: whoever wants a failed run says so.
if (values.strict && missed.length > 0) process.exitCode = 1;
if (failed.length > 0) {
  say(`\nFAILED: ${failed.join(', ')}`);
  process.exitCode = 1;
}
