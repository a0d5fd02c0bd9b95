/** Calls that meet at one lock, in a known order. */
import type { RawBuilder } from 'kysely';
import type { TestDatabase } from './database.ts';

/**
 * Holds the rows that a statement locks, starts the calls one after the other as soon as the former one waits, and lets go once all wait
 * and `meanwhile` has ended; answers what they answer, and `meanwhile` last.
 */
export async function whileLocked<T>(
  database: TestDatabase,
  lock: RawBuilder<unknown>,
  calls: readonly (() => Promise<T>)[],
  meanwhile?: () => Promise<T>,
): Promise<T[]> {
  const started: (Promise<T> | T)[] = [];
  await database.db.transaction().execute(async (tx) => {
    await lock.execute(tx);
    for (const call of calls) {
      started.push(call());
      await waiting(database, started.length);
    }
    if (meanwhile) started.push(await meanwhile());
  });
  return Promise.all(started);
}

async function waiting(database: TestDatabase, calls: number): Promise<void> {
  for (;;) {
    const { rows } = await database.admin.query<{ calls: number }>(
      `select count(*)::int as calls from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.calls ?? 0) >= calls) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
