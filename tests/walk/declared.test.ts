import { expect, it } from 'vitest';
import { compareLines } from './compare.ts';
import { keepMarks, type Line } from './declared.ts';

const line = (name: string, rest: Partial<Line> = {}): Line => ({
  role: 'button',
  name,
  effects: ['closes'],
  below: [],
  ...rest,
});

it('[SHELL-05] what may be missing stays marked when the walk declares anew, and stays where it was missing', () => {
  const before = [
    line('Add'),
    line('Retry', { maybe: true, below: [line('Yes', { maybe: true }), line('No')] }),
    line('Gone'),
    line('Release', { maybe: true }),
  ];
  const seen = [line('Retry', { effects: ['downloads'], below: [line('No')] }), line('Add'), line('New')];
  expect(keepMarks(seen, before)).toEqual([
    line('Retry', {
      effects: ['downloads'],
      maybe: true,
      below: [line('Yes', { maybe: true }), line('No', { maybe: false })],
    }),
    line('Add', { maybe: false }),
    line('Release', { maybe: true }),
    line('New'),
  ]);
});

it('[SHELL-05] what may be missing may be gone before what it opens was walked, and nothing else may', () => {
  const lost = line('Show', { effects: ['downloads', 'nothing'] });
  const declared = line('Show', { effects: ['downloads'] });
  expect(keepMarks([lost], [{ ...declared, maybe: true }])).toEqual([{ ...declared, maybe: true }]);
  const results = (maybe: boolean, seen = lost) =>
    compareLines([seen], [{ ...declared, maybe }]).map(({ result }) => result);
  expect([results(true), results(false)]).toEqual([['as declared'], ['does nothing']]);
  expect(results(true, line('Show', { effects: ['nothing'] }))).toEqual(['does nothing']);
});
