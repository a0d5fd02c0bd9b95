import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { evidenceTime } from '#shared/domain/calendar/evidence-time.ts';
import { HistoryFacts } from '#app/features/assignments/HistoryFacts.tsx';
import type { ListedTraining } from '#app/features/assignments/order.ts';
import { PersonAssignments } from '#app/features/completion-report/PersonAssignments.tsx';
import { PersonCards } from '#app/features/completion-report/PersonCards.tsx';
import type { ReportAssignment } from '#app/features/completion-report/report.ts';
import { ZoneContext } from '#app/lib/format.ts';
import { Paper } from '#app/screens/verify/VerifiedPaper.tsx';
import { signings } from '#tests/harness/signings.ts';

const plain = (text: string) => text.replaceAll(/\s+/gu, ' ').trim();

/** The text of a part of a screen, to a reader whose own zone is none of the evidence. */
const shown = (part: ReactNode) =>
  plain(
    renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <I18nProvider i18n={i18n}>
          <ZoneContext value="Asia/Tokyo">
            <MantineProvider>{part}</MantineProvider>
          </ZoneContext>
        </I18nProvider>
      </QueryClientProvider>,
    )
      .replaceAll(/<style[^>]*>.*?<\/style>/gs, '')
      .replaceAll(/<[^>]*>/g, ' '),
  );

/** The places of a completion on screens. */
const places = (completedAt: string, completedTimeZone: string) => {
  const listed = {
    cycle: 1,
    status: 'completed',
    completedAt,
    completedTimeZone,
    completionKind: 'completion',
    score: null,
    nextRenewalDate: null,
    versionCompleted: null,
    effectiveVersion: null,
    dueDateMoved: null,
  } as ListedTraining;
  const assignment = {
    id: 1,
    moduleTitle: 'Cold Chain',
    status: 'completed',
    assignedDate: '2025-12-01T12:00:00Z',
    dueDate: null,
    completedDate: completedAt,
    completedTimeZone,
    completionKind: 'completion',
    score: null,
    evidence: null,
    versionCompleted: null,
    effectiveVersion: null,
    dueDateMoved: null,
  } as ReportAssignment;
  const paper = {
    status: 'valid',
    number: 'TT-1',
    completedAt,
    timeZone: completedTimeZone,
    signedAt: completedAt,
    signed: true,
    recordedAt: null,
    moduleReference: null,
    score: null,
    expiresOn: null,
    meaning: null,
    signingKey: null,
    reason: null,
    reasonCode: null,
  } as unknown as Parameters<typeof Paper>[0]['paper'];
  return {
    list: <HistoryFacts assignment={listed} />,
    drawer: <PersonAssignments name="Vita" assignments={[assignment]} status={null} />,
    'drawer on a phone': <PersonCards name="Vita" assignments={[assignment]} />,
    'page of a certificate': <Paper paper={paper} />,
  };
};

test.each(signings)(
  '[RPT-05] list, drawer and /verify show %s in %s as every paper prints it',
  (at, zone) => {
    const instant = new Date(at).toISOString();
    const { text, short } = evidenceTime(instant, zone, 'en');
    expect(plain(text)).toBe(`${plain(short)} (${zone})`);
    for (const [place, part] of Object.entries(places(instant, zone)))
      expect(shown(part), place).toContain(plain(place === 'page of a certificate' ? text : short));
  },
);

test('[RPT-05] the signings are in eight zones', () => {
  expect(new Set(signings.map(([, zone]) => zone)).size).toBe(8);
});
