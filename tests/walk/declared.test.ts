import { expect, it } from 'vitest';
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
