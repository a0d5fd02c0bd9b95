import { expect, test } from 'vitest';
import { gridColors } from '#shared/domain/reports/grid-colors.ts';
import { trainingStates } from '#shared/domain/reports/training-states.ts';
import { stateLooks } from '#app/features/by-module/StateBadge.tsx';
import { toneColors } from '#app/theme/tokens.ts';

test.each(trainingStates)('[MTX-09] files show %s in the colors of the screen', (state) => {
  const { text, tint } = toneColors.light[stateLooks[state].tone];
  expect(gridColors[state]).toEqual({ text, tint });
});
