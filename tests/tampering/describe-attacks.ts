import { describe, expect, test } from 'vitest';
import { cloneDatabase, startTestCluster } from '#tests/harness/cluster.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createTrailWorld } from '#tests/harness/trail-world.ts';
import type { Attack } from './attack.ts';

/** Tries each attack on a database of its own: `verify` names exactly what was done (AUD-02, AUD-04). */
export function describeAttacks(area: string, attacks: readonly Attack[]): void {
  describe(`[AUD-04] verify names tampering with ${area}`, () => {
    test.each(attacks)('[AUD-04] $title', async (attack) => {
      const { expected, found, tables } = await (attack.alone === true
        ? tryAlone(attack)
        : tryShared(attack));
      expect(found.length).toBeGreaterThan(0);
      if (attack.table !== undefined) expect(tables).toContain(attack.table);
      expect(found.toSorted()).toEqual([...expected].toSorted());
    });
  });
}

interface Tried {
  readonly expected: readonly string[];
  /** `kind object` of every finding, each once. */
  readonly found: readonly string[];
  readonly tables: readonly string[];
}

async function tryShared(attack: Attack): Promise<Tried> {
  const database = await createTestDatabase();
  try {
    return await tryOn(attack, database);
  } finally {
    await database.drop();
  }
}

/** On a server of its own, which ends with everything that was done to it. */
async function tryAlone(attack: Attack): Promise<Tried> {
  const cluster = await startTestCluster();
  try {
    const database = await cloneDatabase(cluster.facts);
    try {
      return await tryOn(attack, database);
    } finally {
      await database.db.destroy();
      await database.admin.end();
    }
  } finally {
    await cluster.stop();
  }
}

async function tryOn({ act }: Attack, database: TestDatabase): Promise<Tried> {
  const world = await createTrailWorld(database);
  try {
    const expected = await act(world, database);
    const { findings } = await world.verify();
    return {
      expected,
      found: [...new Set(findings.map(({ kind, object }) => `${kind} ${object}`))],
      tables: findings.map(({ object }) => object.split(' ')[0] ?? ''),
    };
  } finally {
    await world.cleanUp();
  }
}
