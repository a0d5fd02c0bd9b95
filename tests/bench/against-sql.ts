/** A call against its own statements by raw pg and an empty signed-in call: what '≤ 1.5 × its SQL' means (PERF-01). */
import type pg from 'pg';
import { oneConnection } from './http-load.ts';
import { compare, interleave, median, medianOf, ms } from './measure.ts';

const runs = 15;

/** A server with its database. */
export interface Asked {
  readonly productUrl: string;
  readonly cookie: string;
  readonly pool: pg.Pool;
}

/** One call and what it asks the database, at the same time where the product has it at the same time. */
export interface Question {
  readonly what: string;
  /** Path and query; of several the calls follow each other. */
  readonly path: string | readonly string[];
  readonly sql: (pool: pg.Pool) => Promise<unknown>;
}

/** How often both sides are measured. */
export interface Rounds {
  readonly rounds: number;
  readonly say: (line: string) => void;
}

/** Medians of the call and of its floor: the same statements and an empty signed-in call. */
export async function againstSql(
  { productUrl, cookie, pool }: Asked,
  { what, path, sql }: Question,
  { rounds, say }: Rounds,
): Promise<{ readonly ratio: number; readonly product: string; readonly floor: string }> {
  const connection = oneConnection(cookie);
  const paths = [path].flat();
  const askAll = async (asked: readonly string[]): Promise<void> => {
    for (const one of asked) await connection.call(productUrl + one);
  };
  const call = () => askAll(paths);
  const empty = () => askAll(paths.map(() => '/api/version'));
  const statements = () => sql(pool);
  try {
    say(`  ${what}`);
    for (const side of [call, empty, statements]) await medianOf(20, side);
    const empties: number[] = [];
    const pairs = await interleave(
      rounds,
      () => medianOf(runs, call),
      async () => {
        empties.push(await medianOf(runs, empty));
        return medianOf(runs, statements);
      },
      say,
    );
    const { product, floor } = compare(pairs);
    const nothing = median(empties);
    return {
      ratio: product / (floor + nothing),
      product: ms(product),
      floor: `${ms(floor)} + ${ms(nothing)}`,
    };
  } finally {
    connection.close();
  }
}

/** The same path of two servers, in turns: the ratio of their medians. */
export async function pathTimes(
  path: string,
  one: Asked,
  other: Asked,
  { rounds, say }: Rounds,
): Promise<number> {
  const connections = [oneConnection(one.cookie), oneConnection(other.cookie)] as const;
  const calls = [
    () => connections[0].call(one.productUrl + path),
    () => connections[1].call(other.productUrl + path),
  ] as const;
  try {
    for (const call of calls) await medianOf(20, call);
    const pairs = await interleave(
      rounds,
      () => medianOf(runs, calls[0]),
      () => medianOf(runs, calls[1]),
      say,
    );
    return compare(pairs).ratio;
  } finally {
    for (const connection of connections) connection.close();
  }
}
