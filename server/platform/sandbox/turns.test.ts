import { expect, test } from 'vitest';
import { Turns, type TurnRules } from '#server/platform/sandbox/turns.ts';

const rules: TurnRules = { atOnce: 3, atOncePerPerson: 2, waitingPerPerson: 4, longestDirectWait: 60_000 };

/** Work that ends when it is told to; the order in which they began. */
function stage(changes: Partial<TurnRules> = {}) {
  const turns = new Turns({ ...rules, ...changes });
  const took: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (person: string, name: string) =>
    turns.take(person, () => {
      took.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  /** Ends work once what was begun before is under way. */
  const end = async (name: string) => {
    await new Promise((resolve) => setImmediate(resolve));
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { took, take, end };
}

test('[SEC-05] people take turns: one with many files does not make the next one wait for them', async () => {
  const { took, take, end } = stage();
  const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => take('a', name));
  all.push(take('b', 'b1'), take('b', 'b2'), take('c', 'c1'));
  await end('');
  // One place is left for somebody else.
  expect(took).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  await end('b1');
  await end('a2');
  await end('b2');
  await end('c1');
  // The third place stays free: it is not for a third file of the same person.
  expect(took).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4']);
  for (const name of ['a3', 'a4', 'a5']) await end(name);
  await Promise.all(all);
});

test('[SEC-05] a person has only so many waiting', async () => {
  const { took, take, end } = stage({ atOnce: 1, atOncePerPerson: 1 });
  const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => take('a', name));
  await expect(take('a', 'a6')).rejects.toMatchObject({
    code: 'TOO_MANY_ATTEMPTS',
    extra: { retryAfter: 10 },
  });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) await end(name);
  await Promise.all(all);
  expect(took).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
});

test('[SEC-05] no turn is waited for without end; who has left takes no place', async () => {
  const { took, take, end } = stage({ atOnce: 1, atOncePerPerson: 1, longestDirectWait: 1 });
  const first = take('a', 'a1');
  await expect(take('b', 'b1')).rejects.toMatchObject({ code: 'TIMEOUT' });
  await end('a1');
  const last = take('b', 'b2');
  await end('b2');
  await Promise.all([first, last]);
  expect(took).toEqual(['a1', 'b2']);
});

test('[SEC-05] work that fails gives its place back', async () => {
  const turns = new Turns({ ...rules, atOnce: 1, atOncePerPerson: 1 });
  await expect(turns.take('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.take('a', () => Promise.resolve('yes'))).toBe('yes');
});
