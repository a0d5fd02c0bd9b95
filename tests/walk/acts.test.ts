import { expect, it } from 'vitest';
import { keyedBy } from './acts.ts';
import type { RawControl } from './controls.ts';

const plain = (name: string): string => name.replaceAll('Kim Novak', '…');
let marks = 0;
const control = (changes: Partial<RawControl>): RawControl => ({
  mark: String((marks += 1)),
  role: 'button',
  name: '',
  row: '',
  disabled: false,
  href: null,
  state: '',
  ...changes,
});

it('[SHELL-05] of rows that repeat, the first of each kind stands for all, also where the row is no name of the data', () => {
  const found = keyedBy(
    [
      control({ name: 'Remove: 14 days before: Manager', row: '14 days before: Manager' }),
      control({ name: 'Remove: on the day: Person', row: 'on the day: Person' }),
      control({ name: 'Edit Kim Novak' }),
      control({ name: 'Edit' }),
    ],
    plain,
  );
  expect([...found.keys()]).toEqual(['button Remove: …', 'button Edit …', 'button Edit']);
});

it('[SHELL-05] a control that can be tried stands for its kind before one that cannot', () => {
  const found = keyedBy(
    [control({ name: 'Edit Kim Novak', disabled: true }), control({ name: 'Edit Kim Novak' })],
    plain,
  );
  expect([...found.values()].map(({ disabled }) => disabled)).toEqual([false]);
});

it('[SHELL-05] links with one name that lead to two screens are two', () => {
  const links = ['/users', '/outbox', '/users?role=admin'];
  const found = keyedBy(
    links.map((href) => control({ role: 'link', name: 'Details', href })),
    plain,
  );
  expect([...found.keys()]).toEqual(['link Details', 'link Details (/outbox)']);
});
