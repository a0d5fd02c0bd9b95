/** A call against the minimal prepared SQL for what it shows and an empty signed-in call: what '≤ 1.5 × its SQL' means (PERF-01, PERF-03). */
import type pg from 'pg';
import { disagreement } from './agreement.ts';
import { askOf, type Ask } from './floor-sql.ts';
import { oneConnection } from './http-load.ts';
import { compare, interleave, median, medianOf, ms, warmUps } from './measure.ts';

const runs = 15;

/** A server with its database. */
export interface Asked {
  readonly productUrl: string;
  readonly cookie: string;
  readonly pool: pg.Pool;
}

/** What a call answered. */
export interface Answer {
  readonly body: unknown;
  /** The length of the whole list, where it is one. */
  readonly total: number | null;
}

/** The body of an answer, as its contract says it is. */
export function bodyOf<Body>(answer: Answer | undefined): Body {
  if (!answer) throw new Error('there is no such answer');
  return answer.body as Body;
}

/** One screen's call and its floor. */
export interface Question<Found = unknown> {
  readonly what: string;
  /** Path and query; of several the calls follow each other. */
  readonly path: string | readonly string[];
  /** Asks for what the screen shows, at the same time where one does not need the other. */
  readonly floor: (ask: Ask) => Promise<Found>;
  /** The same view of what the floor found and of what the product answered: both have to agree. */
  readonly agree: (found: Found, answers: readonly Answer[]) => readonly [floor: unknown, product: unknown];
}

/** How often both sides are measured. */
export interface Rounds {
  readonly rounds: number;
  readonly say: (line: string) => void;
}

/** Medians of the call and of its floor; throws where the floor finds something else than the product answers. */
export async function againstSql<Found>(
  { productUrl, cookie, pool }: Asked,
  { what, path, floor, agree }: Question<Found>,
  { rounds, say }: Rounds,
): Promise<{ readonly ratio: number; readonly product: string; readonly floor: string }> {
  const connection = oneConnection(cookie);
  const paths = [path].flat();
  const empties = paths.map(() => '/api/version');
  const askAll = async (asked: readonly string[]): Promise<void> => {
    for (const one of asked) await connection.call(productUrl + one);
  };
  const call = () => askAll(paths);
  const empty = () => askAll(empties);
  const statements = () => floor(askOf(pool));
  try {
    say(`  ${what}`);
    const answers = await Promise.all(paths.map((one) => answerOf(productUrl + one, cookie)));
    const differs = disagreement(...agree(await statements(), answers));
    if (differs !== undefined) throw new Error(`${what}: the floor is not the product's: ${differs}`);
    for (const side of [call, empty, statements]) await medianOf(warmUps, side);
    const nothings: number[] = [];
    const pairs = await interleave(
      rounds,
      () => medianOf(runs, call),
      async () => {
        nothings.push(await medianOf(runs, empty));
        return medianOf(runs, statements);
      },
      say,
    );
    const medians = compare(pairs);
    const nothing = median(nothings);
    return {
      ratio: medians.product / (medians.floor + nothing),
      product: ms(medians.product),
      floor: `${ms(medians.floor)} + ${ms(nothing)}`,
    };
  } finally {
    connection.close();
  }
}

async function answerOf(url: string, cookie: string): Promise<Answer> {
  const response = await fetch(url, { headers: { cookie } });
  if (!response.ok) throw new Error(`${url}: ${String(response.status)} ${await response.text()}`);
  const total = response.headers.get('x-total-count');
  return { body: await response.json(), total: total === null ? null : Number(total) };
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
    for (const call of calls) await medianOf(warmUps, call);
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
