import { Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconClipboardCheck, IconClock, IconPercentage, IconUsers } from '@tabler/icons-react';
import { TierBadge } from '#app/features/training/TierBadge.tsx';
import { useFormat } from '#app/lib/format.ts';
import { shownRate, type Report } from '#app/features/completion-report/report.ts';
import { Moment } from '#app/ui/Moment.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import { CardGrid, StatCard } from '#app/ui/StatCard.tsx';

/** Report Summary of SPEC §2.12: people, assignments, completion rate, time of the report. */
export function ReportSummary({
  metadata,
  path,
  filter,
}: {
  readonly metadata: Report['reportMetadata'] | undefined;
  /** The page that shows the summary: figures link to the list below. */
  readonly path: string;
  readonly filter: Readonly<Record<string, string>>;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const loading = metadata === undefined;
  const rate = metadata && shownRate(metadata.overallSystemCompletionRate, metadata.totalAssignments);
  return (
    <Section title={t`Report Summary`}>
      <CardGrid fill>
        <StatCard
          label={<Trans>Total Users</Trans>}
          value={format.number(metadata?.totalUsers ?? 0)}
          to={path}
          search={filter}
          hash="people"
          icon={IconUsers}
          loading={loading}
        />
        <StatCard
          label={<Trans>Total Assignments</Trans>}
          value={format.number(metadata?.totalAssignments ?? 0)}
          to={path}
          search={filter}
          hash="people"
          icon={IconClipboardCheck}
          loading={loading}
        />
        <StatCard
          label={<Trans>System Completion Rate</Trans>}
          value={rate === null || rate === undefined ? '–' : format.percent(rate, 1)}
          hint={rate !== undefined && <TierBadge figure="completion" rate={rate} size="sm" />}
          icon={IconPercentage}
          loading={loading}
        />
        <StatCard
          label={<Trans>Generated</Trans>}
          value={
            metadata && (
              <Text span size="sm" fw={650} lh={1.35} lts={0} display="block">
                <Moment value={metadata.generatedAt} show="dateTime" />
              </Text>
            )
          }
          icon={IconClock}
          tone="gray"
          loading={loading}
        />
      </CardGrid>
    </Section>
  );
}
