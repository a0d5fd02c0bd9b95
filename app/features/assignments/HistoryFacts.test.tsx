import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { evidenceTime } from '#shared/domain/calendar/evidence-time.ts';
import { HistoryFacts } from '#app/features/assignments/HistoryFacts.tsx';
import type { ListedTraining } from '#app/features/assignments/order.ts';
import { ZoneContext } from '#app/lib/format.ts';

const done = {
  cycle: 1,
  status: 'completed',
  completedAt: '2026-07-11T00:24:00.000Z',
  completedTimeZone: 'America/New_York',
  completionKind: 'completion',
  score: null,
  nextRenewalDate: null,
  versionCompleted: null,
  effectiveVersion: null,
  dueDateMoved: null,
} as ListedTraining;

const shown = (assignment: ListedTraining, readerZone: string) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <ZoneContext value={readerZone}>
        <MantineProvider>
          <HistoryFacts assignment={assignment} />
        </MantineProvider>
      </ZoneContext>
    </I18nProvider>,
  )
    .replaceAll(/<style[^>]*>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s/gu, ' ');

test.each(['UTC', 'America/New_York', 'Asia/Tokyo'])(
  '[RPT-05] the list shows a completion as its papers do, to a reader in %s',
  (readerZone) => {
    const text = shown(done, readerZone);
    expect(text).toBe('Completed on Jul 10, 2026, 8:24 PM EDT');
    const printed = evidenceTime(done.completedAt ?? '', 'America/New_York', 'en').text.replaceAll(
      /\s/gu,
      ' ',
    );
    expect(printed).toBe(`${text.replace('Completed on ', '')} (America/New_York)`);
  },
);

test('[RPT-05] it says which version was completed, which one is effective, and how its due date was moved', () => {
  const dueDateMoved = {
    firstDueDate: '2026-06-30',
    byAbsence: false,
    at: '2026-06-20T10:00:00Z',
    by: 'Ann Admin',
    reason: 'Parental leave',
  };
  const text = shown({ ...done, versionCompleted: 2, effectiveVersion: 3, dueDateMoved }, 'UTC');
  expect(text).toContain('Version 2 completed, version 3 is effective');
  expect(text).toContain('Originally due Jun 30, 2026 · Moved Jun 20, 2026 by Ann Admin: Parental leave');
  expect(shown({ ...done, versionCompleted: 3, effectiveVersion: 3 }, 'UTC')).not.toContain('effective');
});

test('[RPT-05] of a training of the past only the day is shown', () => {
  expect(shown({ ...done, completionKind: 'backdated' }, 'UTC')).toBe('Completed on Jul 10, 2026 EDT');
});
