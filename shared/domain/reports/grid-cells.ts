import { trainingStates, type TrainingState } from './training-states.ts';

/**
 * The letter of each state of a cell of the grid in the answer of the server (MTX-09). With one letter per module, a row is one
 * short text.
 */
export const cellCodes = {
  overdue: 'o',
  expired: 'e',
  not_assigned: 'r',
  not_started: 'n',
  in_progress: 'p',
  completed: 'c',
} as const satisfies Record<TrainingState, string>;

/** The letter of a cell of a person who does not have or need the module. */
export const emptyCode = '-';

/** The maximum number of people in the grid; filters find the others. */
export const gridPeople = 10_000;
/** The maximum number of modules in the grid. */
export const gridModules = 300;
/** The number of people on each page of the grid. */
export const gridPage = 100;

/** Returns the state of a letter; null for a person who neither has nor needs the module. */
export function stateOfCode(code: string): TrainingState | null {
  return trainingStates.find((state) => cellCodes[state] === code.toLowerCase()) ?? null;
}

/** Returns whether the letter is of a completion that was recorded from its source and not signed: these are capitals (USR-09). */
export const isFromSource = (code: string): boolean => code !== code.toLowerCase();

/** Returns the cells of a row, in the order of the modules; `fromSource`: the modules whose completion was recorded from its source. */
export function rowOfCells(
  moduleIds: readonly number[],
  states: Readonly<Partial<Record<TrainingState, readonly number[]>>>,
  fromSource: readonly number[] = [],
): string {
  const codes = new Map<number, string>();
  for (const state of trainingStates) for (const id of states[state] ?? []) codes.set(id, cellCodes[state]);
  for (const id of fromSource) codes.set(id, codes.get(id)?.toUpperCase() ?? emptyCode);
  return moduleIds.map((id) => codes.get(id) ?? emptyCode).join('');
}
