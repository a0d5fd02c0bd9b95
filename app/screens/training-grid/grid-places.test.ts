import { expect, test } from 'vitest';
import { isCell, placeAfter, rectangleOf, selectedBy } from './grid-places.ts';

const size = { rows: 30, cols: 5 };
const at = (row: number, col: number) => ({ row, col });

test.each([
  ['ArrowDown', at(0, 0), at(1, 0)],
  ['ArrowUp', at(0, 2), at(-1, 2)],
  ['ArrowUp', at(-1, 2), at(-1, 2)],
  ['ArrowLeft', at(3, 0), at(3, -1)],
  ['ArrowRight', at(3, 4), at(3, 4)],
  ['PageDown', at(25, 1), at(29, 1)],
  ['PageUp', at(4, 1), at(0, 1)],
  ['PageUp', at(-1, 1), at(-1, 1)],
  ['Home', at(7, 3), at(7, 0)],
  ['End', at(7, 3), at(7, 4)],
] as const)('[MTX-09] [SHELL-10] %s leads from %j to %j', (key, from, to) => {
  expect(placeAfter(from, { key }, size)).toEqual(to);
});

test('[MTX-09] [SHELL-10] Ctrl with Home and End leads to the corners, other keys move nothing', () => {
  expect(placeAfter(at(7, 3), { key: 'Home', ctrlKey: true }, size)).toEqual(at(0, 0));
  expect(placeAfter(at(7, 3), { key: 'End', ctrlKey: true }, size)).toEqual(at(29, 4));
  expect(placeAfter(at(7, 3), { key: 'a' }, size)).toBeUndefined();
});

test('[MTX-09] a selection is a rectangle: a first cell, then the one across from it, then anew', () => {
  const one = selectedBy(null, at(4, 3), false);
  expect(rectangleOf(one)).toEqual({ top: 4, bottom: 4, left: 3, right: 3 });
  const two = selectedBy(one, at(2, 4), false);
  expect(rectangleOf(two)).toEqual({ top: 2, bottom: 4, left: 3, right: 4 });
  expect(rectangleOf(selectedBy(two, at(9, 0), true))).toEqual({ top: 4, bottom: 9, left: 0, right: 3 });
  expect(rectangleOf(selectedBy(two, at(9, 0), false))).toEqual({ top: 9, bottom: 9, left: 0, right: 0 });
  expect(rectangleOf(null)).toBeNull();
  expect([isCell(at(0, 0)), isCell(at(-1, 0)), isCell(at(0, -1))]).toEqual([true, false, false]);
});
