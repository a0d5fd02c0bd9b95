import { expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';

test('[AUD-01] each command whose path names a record by its id declares its table', () => {
  const unnamed = catalogue.filter(
    ({ audit, path }) =>
      'command' in audit && audit.record === undefined && /:(?!categoryName)/.test(path.replace('/api', '')),
  );
  expect(unnamed.map(({ id }) => id)).toEqual([]);
});
