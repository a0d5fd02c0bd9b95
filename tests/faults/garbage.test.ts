import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '#shared/contract/catalogue.ts';
import { createAccessWorld } from '#tests/access/access-world.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { driveGarbage, garbageAgent, type GarbagePlace } from '#tests/harness/garbage-drive.ts';
import { startTestServer } from '#tests/harness/server.ts';

let place: GarbagePlace;
beforeAll(async () => {
  const database = await createTestDatabase();
  const server = await startTestServer({ db: database, declaredCodes: false });
  place = { database, server, world: await createAccessWorld(server) };
});
afterAll(async () => {
  garbageAgent.destroy();
  await place.server.close();
  await place.database.drop();
});

describe('garbage', () => {
  for (const endpoint of catalogue) {
    test(`[SEC-01] ${endpoint.id}: ${endpoint.method} ${endpoint.path} refuses it and keeps nothing of it`, async () => {
      const byAdmin = await driveGarbage(place, endpoint, 'admin', { runs: 8 });
      const byLearner = await driveGarbage(place, endpoint, 'learner', { runs: 3 });
      expect(byAdmin + byLearner).toBeGreaterThan(0);
    });
  }
});
