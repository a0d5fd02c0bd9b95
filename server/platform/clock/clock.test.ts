import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { assertClocksAgree } from './clock.ts';

let db: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

test('[AUD-02] the distance of the clocks is that of the real ones: a moved clock of the product is none', async () => {
  const { clock } = server.services;
  await db.moveClock({ days: 3 });
  try {
    await clock.synchronize();
    expect(clock.now().getTime() - Date.now()).toBeGreaterThan(2 * 86_400_000);
    expect(Math.abs(await clock.distance())).toBeLessThan(5000);
    await expect(assertClocksAgree(clock)).resolves.toBeUndefined();
  } finally {
    await db.moveClock({});
  }
});

test('[AUD-02] [OPS-04] a clock that is wrong is shown by readiness and by the metrics', async () => {
  const { clock, metrics, readiness } = server.services;
  const ready = async (): Promise<unknown> => (await server.client().get('/api/ready')).body;
  expect(await ready()).toEqual({ status: 'ready', clock: 'right' });
  const distance = vi.spyOn(clock, 'distance').mockResolvedValue(-90_000);
  const seen = vi.spyOn(readiness, 'check').mockResolvedValue(-90_000);
  try {
    expect(await ready()).toEqual({ status: 'ready', clock: 'wrong' });
    await expect(assertClocksAgree(clock)).rejects.toMatchObject({
      code: 'CLOCK_WRONG',
      extra: { seconds: -90 },
    });
  } finally {
    distance.mockRestore();
    seen.mockRestore();
  }
  expect(await metrics.text()).toMatch(/^traintrail_database_clock_ahead_seconds -?\d/m);
});
