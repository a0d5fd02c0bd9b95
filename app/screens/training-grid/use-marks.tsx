import { useLingui } from '@lingui/react';
import { useMemo } from 'react';
import { gridLetters, gridSource } from '#shared/domain/reports/grid-texts.ts';
import { trainingStates, type TrainingState } from '#shared/domain/reports/training-states.ts';
import { stateLooks } from '#app/features/by-module/StateBadge.tsx';
import classes from '#app/screens/training-grid/TrainingGrid.module.css';

/** The text of a cell: the letter that is shown, and the name of the state for screen readers. */
export interface MarkText {
  readonly letter: string;
  readonly name: string;
  /** The same for a completion that was recorded from its source (USR-09). */
  readonly fromSource: { readonly letter: string; readonly name: string };
}

/** Letters and names of the states in the reader's language, the same object for all cells. */
export function useMarkTexts(): Readonly<Record<TrainingState, MarkText>> {
  const { i18n } = useLingui();
  return useMemo(
    () =>
      Object.fromEntries(
        trainingStates.map((state) => {
          const letter = i18n._(gridLetters[state].id);
          const name = i18n._(stateLooks[state].label);
          const fromSource = {
            letter: letter + gridSource.mark,
            name: i18n._(gridSource.readOut.id, { state: name }),
          };
          return [state, { letter, name, fromSource }];
        }),
      ) as Record<TrainingState, MarkText>,
    [i18n],
  );
}

/** The icons of `stateLooks`, each as one path: thousands are rendered while the grid scrolls. */
const drawings: Readonly<Record<TrainingState, string>> = {
  overdue: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 8v4M12 16h.01',
  expired: 'M5.6 5.6a9 9 0 1 0 12.7 12.7m1.7-2.3a9 9 0 0 0-12-12M12 7v1M3 3l18 18',
  not_assigned:
    'M8 7a4 4 0 1 0 8 0a4 4 0 0 0-8 0M6 21v-2a4 4 0 0 1 4-4h4c.35 0 .69.05 1 .13M19 16v3M19 22v.01',
  not_started: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0',
  in_progress: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 3v18M12 14l7-7M12 19l8.5-8.5M12 9l4.5-4.5',
  completed: 'M5 12l5 5l10-10',
};

/** Icon and letter of a state on its color, for people who see. */
export function Mark({ state, letter }: { readonly state: TrainingState; readonly letter: string }) {
  return (
    <span className={classes.mark} data-tone={stateLooks[state].tone} aria-hidden>
      <svg viewBox="0 0 24 24">
        <path d={drawings[state]} />
      </svg>
      {letter}
    </span>
  );
}
