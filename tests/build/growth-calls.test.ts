import { expect, test } from 'vitest';
import { z } from 'zod';
import { catalogue } from '#shared/contract/catalogue.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { gapsOf } from '../bench/growth-calls.ts';

test('[PERF-03] every GET of the contract is measured as it grows, or says why it is not', () => {
  expect(gapsOf(catalogue)).toEqual([]);
});

const added = defineEndpoint({
  id: 'things.list',
  method: 'GET',
  path: '/api/things/:thing',
  summary: 'A list that nobody has thought of',
  access: { permission: 'people.list' },
  audit: { none: 'a test' },
  data: { none: 'a test' },
  query: z.strictObject({ limit: z.string() }),
  response: z.object({}),
});

test('[PERF-03] a new call of which the bench does not know enough is found', () => {
  expect(gapsOf([...catalogue, added])).toEqual([
    'things.list: nothing fills :thing',
    'things.list refuses {}',
  ]);
  expect(gapsOf(catalogue.filter(({ id }) => id !== 'people.list'))).toEqual([
    'people.list is no GET of the contract',
  ]);
});
