import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from '#app/lib/url-state.ts';

test('[SHELL-07] filters stand in the address as plain texts and come back the same', () => {
  const filters = { q: 'a&b=ü "1"', status: 'overdue', page: '2' };
  const address = stringifySearch({ ...filters, empty: '', none: undefined });
  expect(address).toBe('?q=a%26b%3D%C3%BC+%221%22&status=overdue&page=2');
  expect(parseSearch(address)).toEqual(filters);
  expect(stringifySearch({ q: '' })).toBe('');
});
