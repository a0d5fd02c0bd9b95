import { againstSql, type Asked, type Question, type Rounds } from './against-sql.ts';
import type { Measured } from './bench.ts';

/** What a call may cost of its floor (PERF-01). */
export const callLimit = 1.5;

/** A question as one of several, whatever its floor finds. */
interface Asking {
  readonly what: string;
  readonly ask: (world: Asked, rounds: Rounds) => ReturnType<typeof againstSql>;
}

/** A question beside others. */
export const asking = <Found>(question: Question<Found>): Asking => ({
  what: question.what,
  ask: (world, rounds) => againstSql(world, question, rounds),
});

/** Measures questions of one world: the first is the row, the others stand below it, each with the limit of a call. */
export async function measureQuestions(
  world: Asked,
  [first, ...others]: readonly [Asking, ...Asking[]],
  rounds: Rounds,
): Promise<Measured & { readonly also: NonNullable<Measured['also']> }> {
  const { ratio, product, floor } = await first.ask(world, rounds);
  const also = [];
  for (const { what, ask } of others) {
    const found = await ask(world, rounds);
    also.push({
      what,
      value: found.ratio,
      limit: callLimit,
      unit: '×',
      times: `${found.product} : ${found.floor}`,
    });
  }
  return { value: ratio, product, floor, also };
}
