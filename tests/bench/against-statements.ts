/** A call against the statements that it sends, by raw pg, and an empty signed-in call: what '≤ 1.5 × its SQL' means (PERF-01). */
import type pg from 'pg';
import type { againstSql, Question, Rounds } from './against-sql.ts';
import type { Also } from './bench.ts';
import { oneConnection } from './http-load.ts';
import { callLimit } from './measure-questions.ts';
import { compare, interleave, median, medianOf, ms, warmUps } from './measure.ts';
import type { OwnWorld } from './own-world.ts';
import type { RecordedStatement } from './recorded/recorded-request.ts';
import { recordedStatements, sendAgain } from './recorded/same-statements.ts';
import { typedPool } from './typed-pool.ts';

const runs = 15;

/** A call on whichever server has this address. */
export interface RepeatedCall {
  readonly what: string;
  readonly call: (url: string) => Promise<unknown>;
  /** A call of the same client that answers without a statement of its own. */
  readonly empty: (url: string) => Promise<unknown>;
  /** Calls of each side before it is measured, where a limit of calls allows no more. */
  readonly before?: number;
  /** The statements with other values, where a row may exist only once. */
  readonly fresh?: (recorded: readonly RecordedStatement[]) => readonly RecordedStatement[];
}

/** Medians of a call and of its own statements, and what they are for the table. */
export interface AgainstStatements {
  readonly value: number;
  readonly product: string;
  readonly floor: string;
}

/** Compares a call with its own statements, recorded on a second server of the same world. */
export async function againstStatements(
  world: OwnWorld,
  { what, call, empty, fresh, before = warmUps }: RepeatedCall,
  { rounds, say }: Rounds,
): Promise<AgainstStatements> {
  const recorded = await recordedStatements(world.env, call);
  say(`  ${what}: ${String(recorded.length)} statements`);
  const pool = typedPool(world.databaseUrl);
  const clients: pg.PoolClient[] = [];
  for (const _ of new Set(recorded.map(({ connection }) => connection))) clients.push(await pool.connect());
  const again = () => sendAgain(clients, fresh ? fresh(recorded) : recorded);
  const called = () => call(world.productUrl);
  const nothing = () => empty(world.productUrl);
  try {
    for (const side of [called, nothing, again]) await medianOf(before, side);
    const nothings: number[] = [];
    const pairs = await interleave(
      rounds,
      () => medianOf(runs, called),
      async () => {
        nothings.push(await medianOf(runs, nothing));
        return medianOf(runs, again);
      },
      say,
    );
    const { product, floor } = compare(pairs);
    return {
      value: product / (floor + median(nothings)),
      product: ms(product),
      floor: `${ms(floor)} + ${ms(median(nothings))}`,
    };
  } finally {
    for (const client of clients) client.release(true);
    await pool.end();
  }
}

/** The same for the calls of a screen by who asks in this world. */
export async function againstOwnStatements(
  world: OwnWorld,
  { what, path }: Pick<Question, 'what' | 'path'>,
  rounds: Rounds,
): Promise<AgainstStatements> {
  const connection = oneConnection(world.cookie);
  const paths = [path].flat();
  const askAll = async (url: string, asked: readonly string[]): Promise<void> => {
    for (const one of asked) await connection.call(url + one);
  };
  try {
    return await againstStatements(
      world,
      {
        what: `${what}: its own statements`,
        call: (url) => askAll(url, paths),
        empty: (url) =>
          askAll(
            url,
            paths.map(() => '/api/version'),
          ),
      },
      rounds,
    );
  } finally {
    connection.close();
  }
}

/** The stricter line below: the same call against the least that the screen needs, which people write themselves. */
export const againstMinimum = ({ ratio, product, floor }: Awaited<ReturnType<typeof againstSql>>): Also => ({
  what: 'the same against the manual minimum and an empty call',
  value: ratio,
  limit: callLimit,
  unit: '×',
  times: `${product} : ${floor}`,
});
