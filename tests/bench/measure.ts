/** Times and medians: every figure is the median of interleaved rounds, because the machine has other work too (PERF-01). */
import type { Pair } from './bench.ts';

/** The middle of some numbers. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('a median of nothing');
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Milliseconds that some work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Calls of each side before it is measured: a server that has just started still compiles its own code. */
export const warmUps = 400;

/** Median milliseconds of so many runs one after the other. */
export async function medianOf(runs: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await timed(work));
  return median(times);
}

/**
 * Measures both sides in turns: floor first in even rounds, the product first in odd ones, so that neither always runs
 * on what the other left in caches. Answers all rounds.
 */
export async function interleave(
  rounds: number,
  product: () => Promise<number>,
  floor: () => Promise<number>,
  say: (line: string) => void,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2 === 0 ? await floor() : await product();
    const second = round % 2 === 0 ? await product() : await floor();
    const pair = round % 2 === 0 ? { floor: first, product: second } : { floor: second, product: first };
    say(`  round ${round + 1}: ${pair.product.toFixed(1)} : ${pair.floor.toFixed(1)}`);
    pairs.push(pair);
  }
  return pairs;
}

/** Medians of both sides and their ratio. */
export function compare(pairs: readonly Pair[]): { product: number; floor: number; ratio: number } {
  const product = median(pairs.map((pair) => pair.product));
  const floor = median(pairs.map((pair) => pair.floor));
  return { product, floor, ratio: product / floor };
}

/** Milliseconds for people. */
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
