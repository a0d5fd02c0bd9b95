import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/harness/database.ts';
import { createTrailWorld } from '#tests/harness/trail-world.ts';
import type { Attack } from './attack.ts';

/** Tries each attack on a database of its own: `verify` names exactly what was done (AUD-02, AUD-04). */
export function describeAttacks(area: string, attacks: readonly Attack[]): void {
  describe(`[AUD-04] verify names tampering with ${area}`, () => {
    test.each(attacks)('[AUD-04] $title', async ({ act, table }) => {
      const database = await createTestDatabase();
      const world = await createTrailWorld(database);
      try {
        const expected = await act(world, database);
        const report = await world.verify();
        expect(report.clean).toBe(false);
        if (table !== undefined)
          expect(report.findings.map(({ object }) => object.split(' ')[0])).toContain(table);
        const found = new Set(report.findings.map(({ kind, object }) => `${kind} ${object}`));
        expect([...found].toSorted()).toEqual([...expected].toSorted());
      } finally {
        await world.cleanUp();
        await database.drop();
      }
    });
  });
}
