import { expect, test } from 'vitest';
import { changedKeys, changesOnly, onTop } from '#app/lib/three-way.ts';

const seen = { name: 'Ann', title: 'Nurse', active: true };

test('[USR-02] only what differs counts as changed, and blanks around a text are no difference', () => {
  expect(changedKeys(seen, { ...seen, name: ' Ann ' })).toEqual([]);
  expect(changedKeys(seen, { ...seen, name: 'Anna', active: false })).toEqual(['name', 'active']);
  expect(changesOnly(seen, { ...seen, title: '' })).toEqual({ title: '' });
  expect(changesOnly<Record<string, unknown>>(seen, { ...seen, slug: 'new' })).toEqual({ slug: 'new' });
});

test('[USR-02] own changes go on top, and what only the other one changed stays changed', () => {
  const theirs = { name: 'Anne', title: 'Monitor', active: true };
  expect(onTop(seen, { ...seen, active: false }, theirs)).toEqual({ ...theirs, active: false });
  expect(onTop(seen, { ...seen, name: 'Anna' }, theirs)).toEqual({ ...theirs, name: 'Anna' });
});
