import { defineTexts, type Text } from '../../texts/define-texts.ts';
import type { TrainingState } from './training-states.ts';

/** The letter that the grid shows for each state, on screen and on paper (MTX-09); no two are the same in a language. */
export const gridLetters: Readonly<Record<TrainingState, Text>> = defineTexts('gridLetter', {
  overdue: 'O',
  expired: 'E',
  not_assigned: 'R',
  not_started: 'N',
  in_progress: 'P',
  completed: 'C',
});

/** The mark behind the letter of a completion that was recorded from its source, what it means, and how it is read out (USR-09). */
export const gridSource = {
  mark: '*',
  ...defineTexts('gridSource', {
    meaning: 'Recorded from source, not signed',
    readOut: '{state}, recorded from source',
  }),
} as const;
