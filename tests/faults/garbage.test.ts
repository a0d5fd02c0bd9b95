import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '#shared/contract/catalogue.ts';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { createAccessWorld } from '#tests/access/access-world.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { driveGarbage, garbageAgent, type GarbagePlace, type Sender } from '#tests/harness/garbage-drive.ts';
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

const mostRounds = 20;

/** Who sends garbage to a call, and how often. */
const sendersOf = ({ tokens }: AnyEndpoint): readonly (readonly [Sender, number])[] =>
  tokens === 'only'
    ? [['machine', 11]]
    : [
        ['admin', 8],
        ['learner', 3],
      ];

describe('garbage', () => {
  for (const endpoint of catalogue) {
    test(`[SEC-01] ${endpoint.id}: ${endpoint.method} ${endpoint.path} refuses it and keeps nothing of it`, async () => {
      let refused = 0;
      // Calls without input are rarely wrong: they are tried until one of them is.
      for (let round = 0; round < mostRounds && refused === 0; round += 1)
        for (const [sender, runs] of sendersOf(endpoint))
          refused += await driveGarbage(place, endpoint, sender, { runs });
      expect(refused).toBeGreaterThan(0);
    });
  }
});
