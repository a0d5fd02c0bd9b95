import { expect, test } from 'vitest';
import { cellCodes, emptyCode, rowOfCells, stateOfCode } from './grid-cells.ts';
import { trainingStates } from './training-states.ts';

test('[MTX-09] each state has one letter of its own, and the letter says the state again', () => {
  const codes = [...trainingStates.map((state) => cellCodes[state]), emptyCode];
  expect(new Set(codes).size).toBe(trainingStates.length + 1);
  expect(codes.every((code) => code.length === 1)).toBe(true);
  for (const state of trainingStates) expect(stateOfCode(cellCodes[state])).toBe(state);
  expect(stateOfCode(emptyCode)).toBeNull();
  expect(stateOfCode('')).toBeNull();
});

test.each([
  [[], {}, ''],
  [[3, 1], {}, '--'],
  [[3, 1, 2], { completed: [1], overdue: [3] }, 'oc-'],
  [[7, 8, 9, 10], { not_assigned: [8], not_started: [10], in_progress: [9], expired: [7] }, 'erpn'],
  [[5], { completed: [6] }, '-'],
] as const)('[MTX-09] the row of the modules %j with %j is %j', (modules, states, row) => {
  expect(rowOfCells(modules, states)).toBe(row);
});
