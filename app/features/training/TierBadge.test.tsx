import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ShownRate } from '#shared/domain/compliance/tiers.ts';
import { TierBadge } from '#app/features/training/TierBadge.tsx';

const shown = (figure: 'compliance' | 'completion', rate: ShownRate) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <MantineProvider>
        <TierBadge figure={figure} rate={rate} />
      </MantineProvider>
    </I18nProvider>,
  )
    .replaceAll(/<style[^>]*>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, '');

test.each([
  [95, 'Excellent', 'Excellent'],
  [85, 'Good', 'Good'],
  [70, 'Needs Improvement', 'Needs Improvement'],
  [69.9, 'Critical', 'Poor'],
] as const)(
  '[CMP-03] [CMP-02] the badge of a rate of %d names its figure',
  (rate, compliance, completion) => {
    expect(shown('compliance', rate)).toBe(`Compliance: ${compliance}`);
    expect(shown('completion', rate)).toBe(`Completion: ${completion}`);
  },
);

test('[CMP-03] a group without a rate has no tier, of neither figure', () => {
  for (const figure of ['compliance', 'completion'] as const) {
    expect(shown(figure, null)).toBe('No data');
    expect(shown(figure, 'on_track')).toBe('On track');
  }
});
