import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Also, Bench, Measured, NotMeasured } from './bench.ts';

/** A word for each: nobody has to tell colours apart. */
type Verdict = 'kept' | 'missed' | 'not measured';

/** A figure beside its limit. */
interface Judged {
  readonly figure: string;
  readonly limit: string;
  readonly verdict: Verdict;
}

/** One line of the table. */
export interface Row extends Judged {
  readonly name: string;
  readonly title: string;
  /** Null where it was not measured. */
  readonly value: number | null;
  readonly product: string;
  readonly floor: string;
  readonly also: readonly (Judged & {
    readonly what: string;
    readonly value: number;
    readonly times?: string;
  })[];
  readonly measuredAt: string;
  readonly rounds?: number;
  /** Average of processes that wanted to run in the last minutes: above the number of cores, other work was measured too. */
  readonly load?: number;
}

const written = (value: number, unit: string): string =>
  unit === '×' ? `${value.toFixed(2)} ×` : `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`;

/** Says whether a figure keeps its limit, or that it could not be measured here. */
export function judge(bench: Bench, measured: Measured | NotMeasured): Row {
  const sign = bench.direction === 'at least' ? '≥' : '≤';
  const limit = `${sign} ${String(bench.limit)} ${bench.unit}`;
  const row = { name: bench.name, limit, measuredAt: new Date().toISOString() };
  if ('needs' in measured) {
    const words = `needs ${measured.needs}`;
    return {
      ...row,
      title: bench.title,
      value: null,
      figure: '–',
      verdict: 'not measured',
      product: words,
      floor: words,
      also: [],
    };
  }
  const kept = bench.direction === 'at least' ? measured.value >= bench.limit : measured.value <= bench.limit;
  return {
    ...row,
    title: measured.title ?? bench.title,
    value: measured.value,
    figure: written(measured.value, bench.unit),
    verdict: kept ? 'kept' : 'missed',
    product: measured.product,
    floor: measured.floor,
    also: (measured.also ?? []).map(judgeAlso),
  };
}

/** The figures that miss their limit, a line each. */
export const missedOf = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap((row) => [
    ...(row.verdict === 'missed' ? [`${row.name}: ${row.title}: ${row.figure}, limit ${row.limit}`] : []),
    ...row.also
      .filter(({ verdict }) => verdict === 'missed')
      .map((also) => `${row.name}: … ${also.what}: ${also.figure}, limit ${also.limit}`),
  ]);

const judgeAlso = ({ what, value, limit, unit, times }: Also): Row['also'][number] => ({
  what,
  value,
  figure: written(value, unit),
  limit: `≤ ${String(limit)} ${unit}`,
  verdict: value <= limit ? 'kept' : 'missed',
  ...(times !== undefined && { times }),
});

const root = path.resolve(import.meta.dirname, '../..');
const resultFile = path.join(root, '.cache/bench.json');
const readmeFile = path.join(root, 'README.md');

/** Keeps results in .cache/bench.json beside those of benchmarks that did not run now. */
export async function keepResults(rows: readonly Row[], rounds: number): Promise<void> {
  const known = readKnown();
  for (const row of rows) known.set(row.name, { ...row, rounds, load: os.loadavg()[1] });
  await fs.promises.mkdir(path.dirname(resultFile), { recursive: true });
  await fs.promises.writeFile(resultFile, `${JSON.stringify(inOrder(known), null, 2)}\n`);
}

/**
 * Writes the README's table of the results that are kept.
 *
 * @param partial whether it is written though some rows never ran here: it names them
 */
export async function writeReadme(partial: boolean): Promise<void> {
  const known = readKnown();
  const all = inOrder(known);
  const missing = order.filter((name) => !known.has(name) && !whereKnown.has(name));
  if (missing.length > 0 && !partial) {
    process.stdout.write(
      `The README keeps its table: ${missing.join(', ')} did not run on this machine yet (--partial writes it without).\n`,
    );
    return;
  }
  const text = await fs.promises.readFile(readmeFile, 'utf8');
  const table = tableOf(all, missing);
  const replaced = text.replace(
    /(<!-- bench:start -->)[^]*(<!-- bench:end -->)/,
    (_, begin: string, end: string) => `${begin}\n\n${table}\n\n${end}`,
  );
  if (!replaced.includes(table)) throw new Error('README.md has no place for the table of the benchmarks');
  // The table's columns are aligned as the check of the format wants them.
  const style = await resolveConfig(readmeFile);
  await fs.promises.writeFile(readmeFile, await format(replaced, { ...style, filepath: readmeFile }));
}

/** The order of the table: that of the requirement. */
const order = [
  'read',
  'report',
  'users',
  'learner',
  'home',
  'home-page',
  'figures',
  'figures-10000',
  'figures-100000',
  'as-of',
  'calls',
  'modules',
  'cvs',
  'zip',
  'csv',
  'sheets',
  'readers',
  'assign',
  'reconcile',
  'download',
  'video',
  'upload',
  'sign-in',
  'start',
  'landing',
  'employee',
  'bytes',
  'memory',
];

/** Rows in the order of the table; one that the order does not know yet stands at its end, and is not lost. */
const inOrder = (rows: ReadonlyMap<string, Row>): readonly Row[] =>
  [...new Set([...order, ...rows.keys()])].flatMap((name) => rows.get(name) ?? []);

/** Rows without which the table is whole: they depend on how a run was called. */
const whereKnown: ReadonlySet<string> = new Set([
  'figures',
  'figures-10000',
  'figures-100000',
  'calls',
  'home-page',
]);

function readKnown(): Map<string, Row> {
  if (!fs.existsSync(resultFile)) return new Map();
  const rows = JSON.parse(fs.readFileSync(resultFile, 'utf8')) as readonly Row[];
  return new Map(rows.map((row) => [row.name, row]));
}

const inTable = (verdict: Verdict): string => (verdict === 'kept' ? verdict : `**${verdict}**`);

/** The table of the README: a figure that misses its limit says so, in its line and below, and so do rows that are missing. */
export function tableOf(rows: readonly Row[], missing: readonly string[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const lines = rows.flatMap((row) => [
    line([
      row.title,
      row.figure,
      row.limit,
      inTable(row.verdict),
      row.value === null ? row.product : `${row.product} : ${row.floor}`,
    ]),
    ...row.also.map((also) =>
      line([`… ${also.what}`, also.figure, also.limit, inTable(also.verdict), also.times ?? '']),
    ),
  ]);
  const rounds = Math.min(...rows.map((row) => row.rounds ?? 1));
  const day =
    rows
      .map((row) => row.measuredAt)
      .toSorted()[0]
      ?.slice(0, 10) ?? '';
  const load = Math.max(...rows.map((row) => row.load ?? 0));
  const { length: cores } = os.cpus();
  const figures = rows.flatMap((row) => [row.verdict, ...row.also.map(({ verdict }) => verdict)]);
  const count = (wanted: Verdict): string => String(figures.filter((verdict) => verdict === wanted).length);
  return [
    line(['What', 'Figure', 'Limit', 'Verdict', 'Product : floor']),
    line(['---', '---', '---', '---', '---']),
    ...lines,
    '',
    `Of ${String(figures.length)} figures ${count('kept')} keep their limit, ${count('missed')} miss it, ${count('not measured')} could not be measured.${missing.length > 0 ? ` Not run on this machine: ${missing.join(', ')}.` : ''}`,
    '',
    `Medians of ${rounds} interleaved rounds or more, ${day}, ${cores} cores, load up to ${load.toFixed(0)}${load > cores ? ': the machine had other work at the same time' : ''}.`,
  ].join('\n');
}
