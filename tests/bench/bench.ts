import type { Contents } from './own-world.ts';
import type { BenchWorld } from './world.ts';

/** One number of one round: the product's and the floor's, in the same unit. */
export interface Pair {
  readonly product: number;
  readonly floor: number;
}

/** What a benchmark found (PERF-01). */
export interface Measured {
  /** Ratio product to floor, or an absolute figure where there is no floor. */
  readonly value: number;
  /** The medians behind it, for people. */
  readonly product: string;
  readonly floor: string;
  /** What else is worth knowing, such as memory; each with its own limit where it has one. */
  readonly also?: readonly Also[];
  /** What was compared, where it depends on how the run was started. */
  readonly title?: string;
}

/** A benchmark whose floor is not on this machine: no figure is better than one against something else (PERF-03). */
export interface NotMeasured {
  /** What has to be installed. */
  readonly needs: string;
}

/** A second figure of the same benchmark. */
export interface Also {
  readonly what: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
  /** The medians behind it, for people. */
  readonly times?: string;
}

/** A benchmark with the limit that it has to keep. */
export interface Bench {
  readonly name: string;
  /** What is compared with what, as the table says it. */
  readonly title: string;
  readonly limit: number;
  readonly direction: 'at least' | 'at most';
  /** `×` for ratios, `kB` and `MB` for sizes, `ms` for times of a browser. */
  readonly unit: '×' | 'kB' | 'MB' | 'ms';
  /** People of the rows that it states, one each, where it is called by its name and `--people` does not say how many: too long for a run of all. */
  readonly sizes?: readonly number[];
  /** The worlds that `--hold` makes for so many people and keeps, for benchmarks whose worlds take minutes. */
  readonly contents?: (people: number) => readonly Contents[];
  readonly measure: (context: BenchContext) => Promise<Measured | NotMeasured>;
}

/** What a benchmark may use. */
export interface BenchContext {
  readonly rounds: number;
  /** The world of 5,000 people and 100,000 assignments; made when first asked for. */
  readonly world: () => Promise<BenchWorld>;
  readonly say: (line: string) => void;
  /** People in the worlds that can be made larger (`--people`). */
  readonly people: number;
}
