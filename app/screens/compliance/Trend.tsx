import { Group, Paper, Skeleton, Switch, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useFormat } from '#app/lib/format.ts';
import type { Metrics } from '#app/screens/compliance/compliance.ts';
import { TrendTable } from '#app/screens/compliance/TrendTable.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

const TrendChart = lazy(async () => ({
  default: (await import('#app/screens/compliance/TrendChart.tsx')).TrendChart,
}));

type TrendData = Metrics['trend'];

/** The trend over the period (CMP-01): a chart, and the same data as a table. */
export function Trend({
  trend,
  isNow,
}: {
  readonly trend: TrendData;
  /** Whether its last point is now, or the end of a past day. */
  readonly isNow: boolean;
}) {
  const { t } = useLingui();
  const [asTable, setAsTable] = useState(false);
  // As long as nothing was due, only one of the two rates is known.
  const known = trend.points.filter(
    ({ complianceRate, completionRate }) => complianceRate !== null || completionRate !== null,
  ).length;
  return (
    <Section
      title={<Trans>Compliance trend</Trans>}
      hint={
        isNow ? (
          <Trans>Figures at the start of each day, and today so far</Trans>
        ) : (
          <Trans>Figures at the start of each day, and at the end of the last one</Trans>
        )
      }
      actions={
        known > 1 && (
          <Switch
            label={t`Show as table`}
            checked={asTable}
            onChange={({ currentTarget }) => setAsTable(currentTarget.checked)}
          />
        )
      }
    >
      <Paper withBorder p="md">
        <Change change={trend.change} />
        {known < 2 ? (
          <EmptyState
            title={<Trans>There is no trend yet</Trans>}
            hint={<Trans>It appears once training has been assigned for more than a day.</Trans>}
          />
        ) : asTable ? (
          <TrendTable points={trend.points} />
        ) : (
          <>
            <Suspense fallback={<Skeleton height={260} />}>
              <TrendChart points={trend.points} />
            </Suspense>
            <TrendTable points={trend.points} hidden />
          </>
        )}
      </Paper>
    </Section>
  );
}

/** The change since the period started: words, sign and arrow, not by color alone. */
function Change({ change }: { readonly change: TrendData['change'] }) {
  const format = useFormat();
  if (!change) return null;
  const { complianceRate, overdueCount, since } = change;
  const date = format.date(since);
  const [tone, icon] =
    complianceRate > 0
      ? (['green', IconArrowUpRight] as const)
      : complianceRate < 0
        ? (['red', IconArrowDownRight] as const)
        : (['gray', IconArrowRight] as const);
  const signed = `${complianceRate > 0 ? '+' : ''}${format.number(complianceRate, 1)}`;
  return (
    <Group gap="xs" mb="sm">
      <ToneBadge tone={tone} icon={icon}>
        <Trans>{signed} percentage points</Trans>
      </ToneBadge>
      <Text size="sm" c="dimmed">
        {overdueCount === 0 ? (
          <Trans>since {date}; the same number of people overdue</Trans>
        ) : overdueCount > 0 ? (
          <Plural
            value={overdueCount}
            one={`since ${date}; # more person overdue`}
            other={`since ${date}; # more people overdue`}
          />
        ) : (
          <Plural
            value={-overdueCount}
            one={`since ${date}; # fewer person overdue`}
            other={`since ${date}; # fewer people overdue`}
          />
        )}
      </Text>
    </Group>
  );
}
