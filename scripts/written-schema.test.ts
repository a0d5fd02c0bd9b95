import { expect, inject, test } from 'vitest';
import { compareSchema } from './written-schema.ts';

test('the types of the tables, the catalogue and the readable schema are those of the migrated database', async () => {
  const { stale, gone } = await compareSchema(inject('database'));
  expect([...stale.map(([name]) => name), ...gone], 'run npm run db:types').toEqual([]);
});
