import { ActionIcon, Button, Checkbox, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { columnTitles } from '#shared/domain/reports/column-titles.ts';
import { dataSets, usualColumns, type DataSetName } from '#shared/domain/reports/data-sets.ts';
import type { ExportColumn } from '#shared/domain/reports/export-columns.ts';
import type { ExportFormat } from '#shared/domain/reports/export-name.ts';
import { moved } from '#app/screens/export-data/export-view.ts';

/** Chooses and orders the columns of an export (RPT-03). The chosen columns are listed before the others. */
export function ColumnChoice({
  dataSet,
  format,
  columns,
  onChange,
}: {
  readonly dataSet: DataSetName;
  readonly format: ExportFormat;
  readonly columns: readonly ExportColumn[];
  readonly onChange: (columns: readonly ExportColumn[]) => void;
}) {
  const { t, i18n } = useLingui();
  const all: readonly ExportColumn[] = dataSets[dataSet].columns;
  const usual = usualColumns(dataSet, format);
  const others = all.filter((column) => !columns.includes(column));
  const title = (column: ExportColumn) => i18n._(columnTitles[column].id);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="export-columns">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="export-columns">
          <Trans>Columns</Trans>
        </Title>
        <Group gap={4}>
          {usual.length < all.length && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => onChange([])}
              disabled={columns.join(' ') === usual.join(' ')}
            >
              <Trans>Usual columns</Trans>
            </Button>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => onChange(usual.length < all.length ? all : [])}
            disabled={others.length === 0}
          >
            <Trans>All columns</Trans>
          </Button>
        </Group>
      </Group>
      {dataSet === 'audit' && (
        <Text size="sm" c="dimmed" mb="xs">
          <Trans>
            With a column that is not among the usual ones, the file has one row for each stored event.
          </Trans>
        </Text>
      )}
      {all.includes('reader_tz') && all.includes('completed_tz') && (
        <Text size="sm" c="dimmed" mb="xs">
          <Trans>
            Completion and signature times use the time zone of their record. All other times use yours.
          </Trans>
        </Text>
      )}
      <Stack component="ol" gap={2} m={0} p={0} style={{ listStyle: 'none' }}>
        {columns.map((column, index) => (
          <Group key={column} component="li" justify="space-between" wrap="nowrap" mih={34}>
            <Checkbox
              label={title(column)}
              checked
              disabled={columns.length === 1}
              onChange={() => onChange(columns.filter((one) => one !== column))}
            />
            <Group gap={4} wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t`Move ${title(column)} up`}
                disabled={index === 0}
                onClick={() => onChange(moved(columns, index, -1))}
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t`Move ${title(column)} down`}
                disabled={index === columns.length - 1}
                onClick={() => onChange(moved(columns, index, 1))}
              >
                <IconArrowDown size={16} aria-hidden />
              </ActionIcon>
            </Group>
          </Group>
        ))}
      </Stack>
      {others.length > 0 && (
        <>
          <Text size="sm" c="dimmed" mt="md" mb={4}>
            <Trans>Not in the file</Trans>
          </Text>
          <Stack gap={8}>
            {others.map((column) => (
              <Checkbox
                key={column}
                label={title(column)}
                checked={false}
                onChange={() => onChange([...columns, column])}
              />
            ))}
          </Stack>
        </>
      )}
    </Paper>
  );
}
