import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { useLingui } from '@lingui/react/macro';
import { useFormat } from '#app/lib/format.ts';
import type { Metrics } from '#app/screens/compliance/compliance.ts';

/** The chart of the trend, in a separate bundle that is loaded only if there is data. The table has the same figures for screen readers. */
export function TrendChart({ points }: { readonly points: Metrics['trend']['points'] }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <div aria-hidden>
      <LineChart
        h={260}
        data={points.map((point) => ({ ...point, day: format.date(point.day) }))}
        dataKey="day"
        series={[
          { name: 'complianceRate', label: t`Compliance rate`, color: 'var(--tt-teal-mark)' },
          {
            name: 'completionRate',
            label: t`Completion rate`,
            color: 'var(--tt-blue-mark)',
            strokeDasharray: '6 4',
          },
        ]}
        withLegend
        withDots={points.length <= 31}
        connectNulls={false}
        curveType="linear"
        yAxisProps={{ domain: [0, 100], width: 52 }}
        xAxisProps={{ minTickGap: 40 }}
        valueFormatter={(value) => format.percent(value, 1)}
        lineChartProps={{ accessibilityLayer: false }}
        lineProps={{ isAnimationActive: false }}
      />
    </div>
  );
}
