import { ScrollArea, Table, VisuallyHidden } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '#app/lib/format.ts';
import type { Metrics } from '#app/screens/compliance/compliance.ts';
import { CalendarDate } from '#app/ui/Moment.tsx';

/** The points of the trend as a table; only for screen readers if the chart shows them. */
export function TrendTable({
  points,
  hidden = false,
}: {
  readonly points: Metrics['trend']['points'];
  readonly hidden?: boolean;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const percent = (rate: number | null) => (rate === null ? '–' : format.percent(rate, 1));
  const table = (
    <Table>
      <caption>
        <VisuallyHidden>{t`Compliance trend`}</VisuallyHidden>
      </caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>
            <Trans>Day</Trans>
          </Table.Th>
          <Table.Th ta="right">
            <Trans>Compliance rate</Trans>
          </Table.Th>
          <Table.Th ta="right">
            <Trans>Completion rate</Trans>
          </Table.Th>
          <Table.Th ta="right">
            <Trans>People overdue</Trans>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {points.map((point) => (
          <Table.Tr key={point.day}>
            <Table.Th scope="row" fw={400}>
              <CalendarDate value={point.day} />
            </Table.Th>
            <Table.Td ta="right">{percent(point.complianceRate)}</Table.Td>
            <Table.Td ta="right">{percent(point.completionRate)}</Table.Td>
            <Table.Td ta="right">{format.number(point.overdueCount)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
  if (hidden) return <VisuallyHidden data-scrolls>{table}</VisuallyHidden>;
  return (
    <ScrollArea.Autosize
      mah={320}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t`Compliance trend` }}
    >
      {table}
    </ScrollArea.Autosize>
  );
}
