import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ListedTraining } from '#app/features/assignments/order.ts';
import { QuizChip } from '#app/features/assignments/QuizChip.tsx';
import { ZoneContext } from '#app/lib/format.ts';

const fresh = { passed: false, attemptsLeft: null, attempted: 0, nextAttemptAt: null };

/** What the chip of a training in this state says, to a reader in New York. */
const shown = (
  quiz: ListedTraining['quiz'],
  status: ListedTraining['status'] = 'in_progress',
  score: number | null = null,
) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <ZoneContext value="America/New_York">
        <MantineProvider>
          <QuizChip assignment={{ quiz, status, score }} />
        </MantineProvider>
      </ZoneContext>
    </I18nProvider>,
  )
    .replaceAll(/<style[^>]*>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s/gu, ' ');

test.each([
  ['no quiz', null, ''],
  ['never tried, no limit', fresh, 'Quiz not passed yet'],
  ['never tried, three attempts', { ...fresh, attemptsLeft: 3 }, 'Quiz: 3 attempts left'],
  ['one attempt left', { ...fresh, attemptsLeft: 1, attempted: 2 }, 'Quiz: 1 attempt left'],
  ['no attempt left', { ...fresh, attemptsLeft: 0, attempted: 3 }, 'Quiz: no attempts left'],
  [
    'in its cool-down',
    { ...fresh, attemptsLeft: 2, attempted: 1, nextAttemptAt: '2026-07-11T00:24:00Z' },
    'Next attempt at Jul 10, 2026, 8:24 PM EDT',
  ],
  ['passed', { ...fresh, passed: true, attempted: 1 }, 'Quiz passed'],
] as const)('[VIEW-06] [LRN-01] the card of a training in progress with a quiz, %s', (_title, quiz, text) => {
  expect(shown(quiz)).toBe(text);
});

test('[VIEW-06] [LRN-01] a completed training shows the score of its quiz, and no attempts', () => {
  expect(shown({ ...fresh, passed: true, attempted: 1 }, 'completed', 87.5)).toBe('Quiz passed 87.5%');
  expect(shown({ ...fresh, attemptsLeft: 2 }, 'completed')).toBe('');
});
