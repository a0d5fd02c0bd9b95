import { expect, test } from 'vitest';
import { languages } from '#shared/domain/people/settings.ts';
import { gridLetters } from '#shared/domain/reports/grid-texts.ts';
import { trainingStates } from '#shared/domain/reports/training-states.ts';
import { translate } from '#server/platform/texts/translate.ts';

test.each(languages)('[MTX-09] each state has one letter of its own in %s', (language) => {
  const letters = trainingStates.map((state) => translate(language, gridLetters[state]));
  expect(new Set(letters).size).toBe(trainingStates.length);
  for (const letter of letters) expect(letter).toMatch(/^\p{Lu}$/u);
});
